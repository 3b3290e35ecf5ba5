import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Contact } from '#core/portfolio/properties/model/index.ts'
import { type Row, snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { isSamePerson } from '../model/samePerson.ts'
import type { contactLine } from '../model/shapes.ts'
import { type ContactValues, contactFields, getContactValues } from '../model/values.ts'

/** The database access of a handler or a job. */
export type Store = Pick<AnyContext, 'db'>
/** A contact as stored. */
export type ContactRow = Row<typeof Contact>
/** A contact of a property or company, by type, as the calls answer it. */
export type ContactLine = z.infer<typeof contactLine>

/** The property or the management company that the contacts belong to. */
export type Owner =
  | { propertyId: number; managementCompanyId: null }
  | { propertyId: null; managementCompanyId: number }

/** Returns the owner of a row that names either a property or a management company. */
export const getContactOwner = (row: {
  propertyId: number | null
  managementCompanyId: number | null
}): Owner =>
  row.propertyId === null
    ? { propertyId: null, managementCompanyId: row.managementCompanyId ?? 0 }
    : { propertyId: row.propertyId, managementCompanyId: null }

const getTable = (owner: Owner) =>
  owner.propertyId === null
    ? {
        table: 'management_company_contact',
        key: 'management_company_contact_id',
        column: 'management_company_id',
      }
    : { table: 'property_contact', key: 'property_contact_id', column: 'property_id' }
const getOwnerId = (owner: Owner): number => owner.propertyId ?? owner.managementCompanyId ?? 0

/** Loads the contacts of a property or company, ordered by type and name, in one statement. */
export async function loadContacts(
  { db }: Store,
  owner: Owner,
  condition = sql`true`,
): Promise<ContactLine[]> {
  const { table, key, column } = getTable(owner)
  const leadReferralAgency = owner.propertyId === null ? sql`false` : sql`k.lead_referral_agency`
  const result = await sql<ContactLine>`
    select c.*, k.contact_type_id, k.${sql.ref(key)} as link_id,
    ${leadReferralAgency} as lead_referral_agency,
      (select count(distinct o.property_id)::integer from property_contact o
      where o.contact_id = c.contact_id) as properties
    from ${sql.table(table)} k join contact c using (contact_id)
    where k.${sql.ref(column)} = ${getOwnerId(owner)} and ${condition}
    order by k.contact_type_id, lower(c.name), c.contact_id`.execute(db)
  return result.rows
}

/** Adds a person as a contact of a type; does nothing if the person already is one. */
export async function addContactEntry(
  { db }: Store,
  owner: Owner,
  contactId: number,
  contactTypeId: number,
): Promise<void> {
  const { table, column } = getTable(owner)
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, contact_id, contact_type_id)
    values (${getOwnerId(owner)}, ${contactId}, ${contactTypeId}) on conflict do nothing`.execute(db)
}

/** Removes a person as a contact of a type. */
export async function removeContactEntry(
  { db }: Store,
  owner: Owner,
  contactId: number,
  contactTypeId: number,
): Promise<void> {
  const { table, column } = getTable(owner)
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${getOwnerId(owner)}
    and contact_id = ${contactId}
    and contact_type_id = ${contactTypeId}`.execute(db)
}

/** Replaces the person of an entry by another one; the mark of the lead referral agency remains. */
export async function replaceContactInEntry(
  store: Store,
  owner: Owner,
  place: { contactId: number; contactTypeId: number },
  byContactId: number,
): Promise<void> {
  const { table, column } = getTable(owner)
  const isEntry = (contactId: number): RawBuilder<boolean> =>
    sql`${sql.ref(`k.${column}`)} = ${getOwnerId(owner)} and k.contact_id = ${contactId}
      and k.contact_type_id = ${place.contactTypeId}`
  await sql`update ${sql.table(table)} k set contact_id = ${byContactId} where ${isEntry(place.contactId)}
    and not exists (select 1 from ${sql.table(table)} k where ${isEntry(byContactId)})`.execute(store.db)
  await removeContactEntry(store, owner, place.contactId, place.contactTypeId)
}

/** SQL: the number of entries at properties and at companies that name the contact. */
export const contactPlacesSql = (contactId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((select count(*) from property_contact o where o.contact_id = ${contactId})
    + (select count(*) from management_company_contact o where o.contact_id = ${contactId}))::integer`

/** Loads a contact and locks it until the transaction ends. Refuses with not found if it no longer exists. */
export async function lockContact(
  { db }: Store,
  contactId: number,
): Promise<ContactRow & { places: number }> {
  const result = await sql<ContactRow & { places: number }>`
    select c.*, ${contactPlacesSql(sql`c.contact_id`)} as places from contact c
    where c.contact_id = ${contactId} for update`.execute(db)
  return result.rows[0] ?? refuse.notFound('This contact')
}

const buildAssignments = (values: Partial<ContactValues>) =>
  Object.entries(values).map(([name, value]) => sql`${sql.ref(snakeCase(name))} = ${value}`)

/** Stores new values of a contact and makes it active again. */
export async function updateContact(
  { db }: Store,
  contactId: number,
  values: Partial<ContactValues>,
): Promise<void> {
  await sql`update contact set ${sql.join([...buildAssignments(values), sql`active = true`])}
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
 * Returns the id of the contact for a person. If a contact of the same person exists, its values are replaced
 * by the values of `contactInput` that are not empty; otherwise a contact is added. A lock makes sure that
 * two concurrent calls with the same person add only one contact.
 */
export async function findOrAddContact(store: Store, contactInput: Partial<ContactValues>): Promise<number> {
  const values = getContactValues(contactInput)
  await sql`select pg_advisory_xact_lock(hashtext('contact'))`.execute(store.db)
  const similarContacts = await sql<ContactRow>`select * from contact c
    where lower(c.email) = lower(${values.email}) or lower(c.name) = lower(${values.name})
    order by c.active desc, c.contact_id`.execute(store.db)
  const row = similarContacts.rows.find((item) => isSamePerson(item, values))
  if (!row) return insertContact(store, values)
  const filledIn = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  await updateContact(store, row.contactId, filledIn)
  return row.contactId
}

/** Makes those of these contacts inactive that no property or company names any more. */
export async function deactivateUnusedContacts({ db }: Store, contactIds: readonly number[]): Promise<void> {
  await sql`update contact c set active = false where c.contact_id = any (${[...contactIds]}::integer[])
    and ${contactPlacesSql(sql`c.contact_id`)} = 0`.execute(db)
}
