import { sql } from 'kysely'
import { statusIs } from '#kernel/server/statusSql.ts'

/** SQL: the latest filed certification of each property, as a table to join. */
export const latestFiledSql = sql`(select distinct on (property_id) * from housing_priority_certification
  where ${statusIs.filed()}
  order by property_id, year desc)`

/** SQL: the order of contacts `c` of the lead referral agency at property `k`, the current one first. */
export const currentContactFirst = sql`c.active desc, k.property_contact_id desc`

/**
 * SQL: the current contact of the lead referral agency for each property, as a table to join: property_id and
 * the columns of the contact.
 */
export const lraContactsSql = sql`(select distinct on (k.property_id) k.property_id, c.*
  from property_contact k
  join contact c using (contact_id)
  where k.lead_referral_agency order by k.property_id, ${currentContactFirst})`

/**
 * SQL: when each contact of a property was last named, as a table to join: property_id, contact_id and
 * changed_at.
 */
export const contactChangesSql = sql`(select property_id, contact_id, max(changed_at) as changed_at
  from lra_contact_change group by 1, 2)`

/** SQL: the lead referral agencies to choose from, as value and label. */
export const lraOptionsSql = sql`select distinct coalesce(z.lra_name, k.company) as value,
  coalesce(z.lra_name,
  k.company) as label
  from property p left join ${latestFiledSql} z on z.property_id = p.property_id left
  join ${lraContactsSql} k on k.property_id = p.property_id
  where coalesce(z.lra_name, k.company) is not null`
