import { sql } from 'kysely'
import { refuseDependentPerson } from '#core/platform/settings/server/index.ts'
import { type Actor, isAgency, mayAsAgency, runsCompany } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isSame } from '#kernel/model/wire.ts'
import type { CrudHooks } from '#kernel/server/crud.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { VAWAReader } from '../model/entities.ts'

/**
 * The right to VAWA requests: one administrator proposes a person, another confirms, and neither is that
 * person. The database enforces both (`kernel.keep_vawa_reader`).
 */

type Reader = Row<typeof VAWAReader>
type Candidate = { userId: number; name: string; managementCompanyId: number | null }

const isAdministrator = (actor: Actor): boolean => isAgency(actor) && mayAsAgency(actor, 'admin')

/**
 * Loads the people whom an administrator may propose: everyone except the caller, by name, with their
 * company.
 */
async function findCandidates({ db, actor }: AnyContext): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select u.user_id, concat_ws(', ', trim(u.first_name || ' ' || u.last_name), m.name) as name,
    m.management_company_id
      from app_user u left join management_company m on m.management_company_id = u.management_company_id
      where u.active and u.user_id <> ${actor.userId} and (m.management_company_id is not null
        or exists (select from user_role r where r.user_id = u.user_id and r.role_id in (1, 2)))
      order by 2, 1`.execute(db)
  return result.rows
}

/**
 * Loads the people whom the caller may propose: an empty list for primary users, who may only remove the
 * right, and null for others.
 */
export async function loadProposablePeople(context: AnyContext): Promise<Candidate[] | null> {
  if (isAdministrator(context.actor)) return findCandidates(context)
  return runsCompany(context.actor) ? [] : null
}

/** Loads the people with the right and those proposed for it, by name. */
export async function loadReaders({ db, actor }: AnyContext) {
  const result = await sql<Reader & { name: string; mayConfirm: boolean }>`
    select r.*, trim(u.first_name || ' ' || u.last_name) as name,
      (${isAdministrator(actor)} and r.confirmed_at is null and ${actor.userId} not in (r.user_id,
      r.granted_by)
        and r.granted_by <> r.user_id) as may_confirm
    from vawa_reader r join app_user u using (user_id) order by name, r.vawa_reader_id`.execute(db)
  return result.rows
}

/**
 * Refuses callers who are not administrators, the caller's own account, and people who do not belong to the
 * given company or the agency.
 */
async function refuseInvalidReader(
  context: AnyContext,
  userId: number,
  managementCompanyId: number | null,
): Promise<void> {
  if (!isAdministrator(context.actor))
    refuse.forbidden('Two administrators of the agency give this right. Ask them for it.')
  const fault = (message: string) => refuse.invalid([{ field: 'userId', message: `Person: ${message}` }])
  if (userId === context.actor.userId)
    fault('nobody gives this right to the own account. Ask another administrator.')
  const result = await sql<{ fits: boolean }>`
    select case when ${managementCompanyId}::integer is null
      then exists (select from user_role r where r.user_id = u.user_id and r.role_id in (1, 2))
      else ${managementCompanyId}::integer = any (kernel.companies_of(u.user_id)) end as fits
    from app_user u where u.user_id = ${userId} and u.active`.execute(context.db)
  if (!result.rows[0]?.fits) fault('choose one of the agency’s or of the company’s people.')
}

/** Checks for the right: an administrator can propose a person, and a right cannot be changed. */
export const readerHooks: CrudHooks = {
  before: async (context, values, present) => {
    if (present) {
      // Saving it unchanged is allowed because it changes no right.
      if (Object.entries(values).every(([name, value]) => isSame(value, present[name]))) return {}
      refuse.rule('A right stays as it was given. Take it away, and propose the person anew.')
    }
    const { userId = 0, managementCompanyId = null } = values as Partial<Reader>
    await refuseInvalidReader(context, userId, managementCompanyId)
    return { userId, managementCompanyId, grantedBy: context.actor.userId }
  },
}

/** Confirms, as the second administrator, a right that another administrator proposed. */
export async function confirmReader(context: AnyContext, id: number): Promise<Reader> {
  const { actor, services } = context
  const reader = await lockRow(context, VAWAReader, id)
  if (reader.confirmedAt !== null) refuse.conflict('This right was confirmed already.')
  if (reader.userId === actor.userId) refuse.forbidden('Nobody gives this right to the own account.')
  if (reader.grantedBy === actor.userId) refuse.forbidden('Another administrator confirms what you proposed.')
  if (reader.grantedBy === null || reader.grantedBy === reader.userId)
    return refuse.rule(
      'This person gave the right to the own account. Take it away, and propose the person anew.',
    )
  await refuseDependentPerson(context, reader.grantedBy)
  const confirmation = { confirmedBy: actor.userId, confirmedAt: services.now().toISOString() }
  return await updateRow(context, VAWAReader, id, confirmation)
}
