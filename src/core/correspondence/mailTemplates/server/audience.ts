import type { z } from 'zod'
import { contactTypeLabels, PropertyStatus } from '#core/platform/lookups/model/index.ts'
import type { Transaction } from '#kernel/server/database.ts'
import type { Audience } from '../model/entities.ts'
import type { PropertyFacts } from '../model/placeholders.ts'
import { getLastCertifiersSql } from './certifiers.ts'

/** The choice of recipients and properties of a mail. */
export type AudienceFilter = z.infer<typeof Audience> & { contactTypeIds?: number[] | undefined }

/**
 * A recipient address, with the properties that the mail concerns, the reasons (`parts`), and the number of
 * people who have the address.
 */
export type MailRecipient = {
  email: string
  name: string
  properties: number[]
  parts: string[]
  people: number
}

/** The recipients of a mail, each address once, and the names of people without an address. */
export type Recipients = { recipients: MailRecipient[]; duplicates: number; withoutAddress: string[] }

const toFilter = (ids: readonly number[] | undefined): number[] | null =>
  ids && ids.length > 0 ? [...ids] : null

/**
 * Loads the recipients in one statement: contacts of the chosen types, administrators of the companies, the
 * signers of each property's last certification, and chosen users with the properties they may see. Equal
 * addresses are merged regardless of case.
 */
export async function loadRecipients(
  transaction: Transaction,
  audience: AudienceFilter,
): Promise<Recipients> {
  const { properties = {}, contactTypeIds = [], userIds = [] } = audience
  const rows = await transaction.query<
    Omit<MailRecipient, 'email'> & { email: string | null; names: string[] }
  >(getRecipientsSql(), [
    toFilter(properties.statusIds),
    toFilter(properties.managementCompanyIds),
    toFilter(properties.countyIds),
    toFilter(properties.federalTypeIds),
    toFilter(properties.propertyIds),
    contactTypeIds,
    audience.sendToMcAdmin ?? false,
    audience.sendToCertifiedBy ?? false,
    userIds,
  ])
  const matches = rows.rows
    .filter((row) => row.email !== null)
    .map(({ names: _, ...row }) => withLabels(row as MailRecipient))
  return {
    recipients: matches,
    duplicates: matches.reduce((sum, item) => sum + item.people - 1, 0),
    withoutAddress: rows.rows.find((row) => row.email === null)?.names ?? [],
  }
}

const withLabels = (row: MailRecipient): MailRecipient => ({
  ...row,
  parts: row.parts.map((part) => contactTypeLabels[Number(part)] ?? part),
})

const personName = `coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name)`

/** SQL: the recipients by address; the row with a null address has the names of those without one. */
const getRecipientsSql = () => `
  with wanted as materialized (
    select p.property_id, p.management_company_id from property p
    where ($1::integer[] is null and p.status_id <> ${PropertyStatus.Deleted} or p.status_id = any ($1))
      and ($2::integer[] is null or p.management_company_id = any ($2)) and ($3::integer[] is null or p.county_id = any ($3))
      and ($4::integer[] is null or exists (select 1 from property_federal_type f where f.property_id = p.property_id and f.federal_type_id = any ($4)))
      and ($5::integer[] is null or p.property_id = any ($5))),
  part as (
    select c.email, c.name, 'contact ' || c.contact_id as person, w.property_id, pc.contact_type_id::text as part
      from wanted w join property_contact pc using (property_id) join contact c using (contact_id)
      where c.active and pc.contact_type_id = any ($6::integer[]) and not kernel.contact_left(c.contact_id, w.property_id)
    union all
    select u.email, ${personName}, 'user ' || u.user_id, w.property_id, 'Company administrator'
      from wanted w join app_user u on u.user_id = any (kernel.people_of(w.management_company_id)) where $7::boolean and u.is_mc_admin and u.active
    union all
    select u.email, ${personName}, 'user ' || u.user_id, w.property_id, 'Certified by'
      from wanted w join ${getLastCertifiersSql()} h using (property_id)
      join app_user u on u.user_id = h.user_id where $8::boolean and u.active
    union all
    select u.email, ${personName}, 'user ' || u.user_id, w.property_id, 'Chosen'
      from (select u.*, kernel.scope(u.user_id, null, 'read') as scope from app_user u where u.user_id = any ($9::integer[]) and u.active) u
      left join wanted w on u.scope is null or w.property_id = any (u.scope))
  select nullif(lower(trim(email)), '') as email, min(name) as name, array_agg(distinct name) as names,
    count(distinct person)::integer as people, array_agg(distinct part) as parts,
    coalesce(array_agg(distinct property_id) filter (where property_id is not null), '{}') as properties
  from part group by 1 order by min(lower(name)), 1`

/** Loads the values of properties that mails use, by id, in one statement. */
export async function loadPropertyFacts(
  transaction: Transaction,
  propertyIds: readonly number[],
): Promise<Map<number, PropertyFacts>> {
  const result = await transaction.query<PropertyFacts>(
    `select p.property_id as "propertyId", p.name, p.agency_number as "agencyNumber",
       (select string_agg(n.lihtc_number, ', ' order by n.position) from property_lihtc_number n where n.property_id = p.property_id) as "lihtcNumber",
       p.address, p.city, p.zip, c.name as county, p.total_units as "totalUnits", p.owner_name as "ownerName",
       m.name as "companyName", nullif(concat_ws(', ', m.address, m.city, concat_ws(' ', m.state, m.zip)), '') as "companyAddress",
       m.phone as "companyPhone"
     from property p left join county c using (county_id) left join management_company m using (management_company_id)
     where p.property_id = any ($1::integer[]) order by lower(p.name), p.property_id`,
    [propertyIds],
  )
  return new Map(result.rows.map((row) => [row.propertyId, row]))
}
