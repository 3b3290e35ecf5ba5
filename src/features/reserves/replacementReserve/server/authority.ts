import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: a sentence that names the agency that approves draws from the reserve of property `p` instead of this
 * agency. The first authority whose federal types the property has decides; those with two federal types come
 * before those with one. Null if this agency approves, or if no authority fits (domain 11.1).
 */
export function approvedElsewhereSql(today: string): RawBuilder<string | null> {
  const has = (id: ReturnType<typeof sql.ref>) => sql`exists (select 1 from property_federal_type t
    where t.property_id = p.property_id and t.federal_type_id = ${id}
    and coalesce(t.ends_on >= ${today}::date, true))`
  return sql`(select case
    when not a.by_agency then
    format('Draws from this property’s reserve are approved by %s, not by the agency (%s).',
      a.approver, concat_ws(' with ', f.name, o.name)) end
    from reserve_authority a join federal_type f on f.federal_type_id = a.federal_type_id
    left join federal_type o on o.federal_type_id = a.also_federal_type_id
    where ${has(sql.ref('a.federal_type_id'))} and (a.also_federal_type_id is null
    or ${has(sql.ref('a.also_federal_type_id'))})
    order by a.also_federal_type_id is null, a.position, a.reserve_authority_id limit 1)`
}
