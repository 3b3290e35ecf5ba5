import { type RawBuilder, sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { slot } from '#kernel/server/module.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { getDuplicates, removeDuplicates } from '../model/calls.ts'
import { groupPeople } from '../model/samePerson.ts'
import { type ContactValues, contactFields, getContactValues } from '../model/values.ts'
import { type ContactRow, contactPlacesSql, type Store } from './links.ts'

/**
 * Moves a module's references from merged contacts to the contact that remains. `moved` is SQL for rows
 * `m(former, remaining)` of contact ids.
 */
export type ContactsMerged = (store: Store, moved: RawBuilder<unknown>) => Promise<void>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Called when duplicate contacts are merged, to move the module's references to them. */
    contactsMerged?: ContactsMerged
  }
}

const getMergeHooks = slot('contactsMerged')

type CountedContact = ContactRow & { properties: number; places: number }
type Group = { remaining: CountedContact; others: CountedContact[] }

/** Loads every contact with the number of places and properties that name it, in one statement. */
async function loadAllContacts({ db }: Store): Promise<CountedContact[]> {
  const result = await sql<CountedContact>`
    select c.*, ${contactPlacesSql(sql`c.contact_id`)} as places,
      (select count(distinct o.property_id)::integer from property_contact o
      join property p using (property_id)
        where o.contact_id = c.contact_id and p.status_id <> ${sqlPropertyStatus.Deleted}) as properties
    from contact c order by c.contact_id`.execute(db)
  return result.rows
}

/** Groups duplicates. An active contact remains, else the one named most often, else the oldest. */
const groupDuplicates = (people: readonly CountedContact[]): Group[] =>
  groupPeople(people).map((group) => {
    const [remaining, ...otherRows] = group.sort(
      (a, b) => Number(b.active) - Number(a.active) || b.places - a.places || a.contactId - b.contactId,
    )
    return { remaining: remaining!, others: otherRows }
  })

/** For each field, takes the first value that is not empty. */
const fillFields = (people: readonly CountedContact[]): ContactValues =>
  people
    .map((person) => getContactValues(person))
    .reduce(
      (result, values) =>
        Object.fromEntries(
          contactFields.map((field) => [field, result[field] ?? values[field]]),
        ) as ContactValues,
    )

/**
 * Merges each group into one contact: references move to it. Each field takes the first value that is not
 * empty, looking at contacts in `fresh` first. The number of statements does not depend on the number of
 * groups. Returns how many contacts were removed.
 */
async function merge({ db }: Store, groups: readonly Group[], fresh: ReadonlySet<number>): Promise<number> {
  if (groups.length === 0) return 0
  const mergedContacts = groups.map((group) => {
    const members = [group.remaining, ...group.others]
    const order = [...members.filter((member) => fresh.has(member.contactId)), ...members]
    return {
      contact_id: group.remaining.contactId,
      active: members.some((member) => member.active),
      ...fillFields(order),
    }
  })
  const moves = groups.flatMap((group) =>
    group.others.map((other) => ({ former: other.contactId, remaining: group.remaining.contactId })),
  )
  const movesSql = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(former integer,
    remaining integer)`
  const columns = [...contactFields, 'active'].map((field) => sql.ref(field))
  const shape = sql`contact_id integer, name text, title text, company text, address1 text, address2 text,
    city text,
    state text, zip text, phone text, email text, active boolean`
  await sql`update contact c
    set (${sql.join(columns)}) = row(${sql.join(columns.map((name) => sql`n.${name}`))})
    from jsonb_to_recordset(${JSON.stringify(mergedContacts)}::jsonb) as n(${shape})
    where n.contact_id = c.contact_id`.execute(db)
  await sql`insert into property_contact (property_id, contact_id, contact_type_id, lead_referral_agency)
    select k.property_id, m.remaining, k.contact_type_id, bool_or(k.lead_referral_agency)
    from property_contact k join ${movesSql} on m.former = k.contact_id group by 1, 2, 3
    on conflict (property_id, contact_id, contact_type_id)
      do update set lead_referral_agency = property_contact.lead_referral_agency
      or excluded.lead_referral_agency`.execute(db)
  await sql`insert into management_company_contact (management_company_id, contact_id, contact_type_id)
    select distinct k.management_company_id, m.remaining, k.contact_type_id
    from management_company_contact k join ${movesSql} on m.former = k.contact_id
    on conflict do nothing`.execute(db)
  for (const change of getMergeHooks()) await change({ db }, movesSql)
  const former = moves.map((move) => move.former)
  for (const table of ['property_contact', 'management_company_contact', 'contact'])
    await sql`delete from ${sql.table(table)} where contact_id = any (${former}::integer[])`.execute(db)
  return former.length
}

/** Merges these contacts with their duplicates. Their own values win over those of the duplicates. */
export async function mergeSamePeople(store: Store, contactIds: readonly number[]): Promise<number> {
  const fresh = new Set(contactIds)
  const groups = groupDuplicates(await loadAllContacts(store))
  const affectedGroups = groups.filter(({ remaining, others }) =>
    [remaining, ...others].some((item) => fresh.has(item.contactId)),
  )
  return merge(store, affectedGroups, fresh)
}

const omitPlaces = ({ places: _, ...contact }: CountedContact) => contact

/** The handlers that preview duplicate contacts and merge them. */
export const duplicateHandlers: Served[] = [
  serve(getDuplicates, async (context) =>
    groupDuplicates(await loadAllContacts(context)).map(({ remaining, others }) => ({
      remaining: omitPlaces(remaining),
      others: others.map(omitPlaces),
    })),
  ),
  serve(removeDuplicates, async (context) => {
    const { contactIds } = context.body
    await sql`select pg_advisory_xact_lock(hashtext('contact'))`.execute(context.db)
    const groups = groupDuplicates(await loadAllContacts(context))
    const selected = contactIds
      ? groups.filter((group) => contactIds.includes(group.remaining.contactId))
      : groups
    return { removed: await merge(context, selected, new Set()) }
  }),
]
