import { type RawBuilder, sql } from 'kysely'
import type { Store } from '#core/portfolio/contacts/server/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { getLraContactHistory, updateLraContact } from '../model/calls.ts'

/** Loads the contacts that the lead referral agency had at a property, the current one first. */
export async function loadContactHistory(
  { db }: AnyContext,
  propertyId: number,
): Promise<Answer<typeof getLraContactHistory>> {
  const result = await sql<Answer<typeof getLraContactHistory>[number]>`
    select h.*, nullif(trim(u.first_name || ' ' || u.last_name), '') as changed_by_name
    from lra_contact_change h
    left join app_user u on u.user_id = h.changed_by where h.property_id = ${propertyId}
    order by h.changed_at desc, h.lra_contact_change_id desc`.execute(db)
  return result.rows
}

type ContactInput = NonNullable<typeof updateLraContact.body>['_output']

/** Sets a new contact of the lead referral agency at a property, and adds it to the history. */
export async function storeContact(
  context: AnyContext,
  propertyId: number,
  payload: ContactInput,
): Promise<void> {
  const { name, company = null, title = null, phone = null, email = null } = payload
  const result = await sql<{ id: number | null }>`
    select kernel.store_lra_contact(${propertyId}, ${name}, ${company}, ${title}, ${phone},
    ${email}) as id`.execute(context.db)
  const id = result.rows[0]?.id
  if (!id) refuse.forbidden('You do not write for this property.')
  await sql`insert into lra_contact_change (property_id, contact_id, name, company, phone, email, changed_at,
    changed_by)
    values (${propertyId}, ${id}, ${name}, ${company}, ${phone}, ${email},
    ${context.services.now().toISOString()}, ${context.actor.userId})`.execute(context.db)
}

/** When contacts are merged, moves their history to the remaining contact. */
export async function moveContactHistory({ db }: Store, moved: RawBuilder<unknown>): Promise<void> {
  await sql`update lra_contact_change l set contact_id = m.remaining from ${moved}
    where m.former = l.contact_id`.execute(db)
}
