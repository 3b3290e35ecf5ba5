import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Contact } from '#ground/portfolio/properties/model/index.ts'
import { type Row, snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { samePerson } from '../model/samePerson.ts'
import type { contactLine } from '../model/shapes.ts'
import { type ContactValues, contactFields, getContactValues } from '../model/values.ts'
import './tables.ts'

/** The database access of a handler or a job. */
export type Store = Pick<AnyContext, 'db'>
export type ContactRow = Row<typeof Contact>
export type ContactLine = z.infer<typeof contactLine>

/** Whose contacts: those of a property, or those of a management company. */
export type Owner =
  | { propertyId: number; managementCompanyId: null }
  | { propertyId: null; managementCompanyId: number }

/** The owner that a row of both kinds names. */
export const getContactOwner = (row: {
  propertyId: number | null
  managementCompanyId: number | null
}): Owner =>
  row.propertyId === null
    ? { propertyId: null, managementCompanyId: row.managementCompanyId ?? 0 }
    : { propertyId: row.propertyId, managementCompanyId: null }

const getNames = (owner: Owner) =>
  owner.propertyId === null
    ? {
        table: 'management_company_contact',
        key: 'management_company_contact_id',
        column: 'management_company_id',
      }
    : { table: 'property_contact', key: 'property_contact_id', column: 'property_id' }
const getId = (owner: Owner): number => owner.propertyId ?? owner.managementCompanyId ?? 0

/** The contacts of a property or company by type and name, in one statement. */
export async function loadContacts(
  { db }: Store,
  owner: Owner,
  condition = sql`true`,
): Promise<ContactLine[]> {
  const { table, key, column } = getNames(owner)
  const flagged = owner.propertyId === null ? sql`false` : sql`k.lead_referral_agency`
  const result = await sql<ContactLine>`
    select c.*, k.contact_type_id, k.${sql.ref(key)} as link_id, ${flagged} as lead_referral_agency,
      (select count(distinct o.property_id)::integer from property_contact o
      where o.contact_id = c.contact_id) as properties
    from ${sql.table(table)} k join contact c using (contact_id)
    where k.${sql.ref(column)} = ${getId(owner)} and ${condition}
    order by k.contact_type_id, lower(c.name), c.contact_id`.execute(db)
  return result.rows
}

/** Names a person as contact of a type, unless the entry exists. */
export async function link(
  { db }: Store,
  owner: Owner,
  contactId: number,
  contactTypeId: number,
): Promise<void> {
  const { table, column } = getNames(owner)
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, contact_id, contact_type_id)
    values (${getId(owner)}, ${contactId}, ${contactTypeId}) on conflict do nothing`.execute(db)
}

/** Takes a person off as contact of a type. */
export async function unlink(
  { db }: Store,
  owner: Owner,
  contactId: number,
  contactTypeId: number,
): Promise<void> {
  const { table, column } = getNames(owner)
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${getId(owner)}
    and contact_id = ${contactId}
    and contact_type_id = ${contactTypeId}`.execute(db)
}

/** Puts another person in the place of one; the mark of the lead referral agency stays. */
export async function relink(
  store: Store,
  owner: Owner,
  place: { contactId: number; contactTypeId: number },
  byContactId: number,
): Promise<void> {
  const { table, column } = getNames(owner)
  const here = (contactId: number): RawBuilder<boolean> =>
    sql`${sql.ref(`k.${column}`)} = ${getId(owner)} and k.contact_id = ${contactId}
      and k.contact_type_id = ${place.contactTypeId}`
  await sql`update ${sql.table(table)} k set contact_id = ${byContactId} where ${here(place.contactId)}
    and not exists (select 1 from ${sql.table(table)} k where ${here(byContactId)})`.execute(store.db)
  await unlink(store, owner, place.contactId, place.contactTypeId)
}

/** SQL for how often a person is named: types at properties and at companies. */
export const contactPlacesSql = (contactId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((select count(*) from property_contact o where o.contact_id = ${contactId})
    + (select count(*) from management_company_contact o where o.contact_id = ${contactId}))::integer`

/** The contact as stored, locked until the transaction ends; not found when it is gone. */
export async function lockContact(
  { db }: Store,
  contactId: number,
): Promise<ContactRow & { places: number }> {
  const result = await sql<ContactRow & { places: number }>`
    select c.*, ${contactPlacesSql(sql`c.contact_id`)} as places from contact c
    where c.contact_id = ${contactId} for update`.execute(db)
  return result.rows[0] ?? refuse.notFound('This contact')
}

const pairs = (values: Partial<ContactValues>) =>
  Object.entries(values).map(([name, value]) => sql`${sql.ref(snakeCase(name))} = ${value}`)

/** Gives a contact new values; the contact counts as active again. */
export async function updateContact(
  { db }: Store,
  contactId: number,
  values: Partial<ContactValues>,
): Promise<void> {
  await sql`update contact set ${sql.join([...pairs(values), sql`active = true`])}
    where contact_id = ${contactId}`.execute(db)
}

/** Inserts a contact without looking for duplicates. */
export async function insertContact({ db }: Store, values: ContactValues): Promise<number> {
  const names = contactFields.map((field) => sql.ref(snakeCase(field)))
  const added = await sql<{ contactId: number }>`insert into contact (${sql.join(names)})
    values (${sql.join(contactFields.map((field) => values[field]))}) returning contact_id`.execute(db)
  return added.rows[0]!.contactId
}

/**
 * The contact of a person: the one known already, whose values give way to those given, or else a new one.
 * Two requests that bring the same person make one contact.
 */
export async function findOrAdd(store: Store, contactInput: Partial<ContactValues>): Promise<number> {
  const values = getContactValues(contactInput)
  await sql`select pg_advisory_xact_lock(hashtext('contact'))`.execute(store.db)
  const near = await sql<ContactRow>`select * from contact c
    where lower(c.email) = lower(${values.email}) or lower(c.name) = lower(${values.name})
    order by c.active desc, c.contact_id`.execute(store.db)
  const row = near.rows.find((item) => samePerson(item, values))
  if (!row) return insertContact(store, values)
  const filledIn = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  await updateContact(store, row.contactId, filledIn)
  return row.contactId
}

/** Makes contacts inactive whom nothing names any longer. */
export async function retireUnnamed({ db }: Store, contactIds: readonly number[]): Promise<void> {
  await sql`update contact c set active = false where c.contact_id = any (${[...contactIds]}::integer[])
    and ${contactPlacesSql(sql`c.contact_id`)} = 0`.execute(db)
}
