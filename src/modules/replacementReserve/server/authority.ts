import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * Who approves draws from a property's reserve instead of the agency, as a sentence: the first row of the table whose
 * federal types the property has, those of two types before those of one. Nothing where the agency does, and where the
 * table is silent (domain 11.1).
 */
export async function approvedElsewhere({ db, settings }: AnyContext, propertyId: number): Promise<string[]> {
  const has = (id: ReturnType<typeof sql.ref>) => sql`exists (select 1 from property_federal_type t
    where t.property_id = ${propertyId} and t.federal_type_id = ${id} and coalesce(t.ends_on >= ${settings.today()}::date, true))`
  const found = await sql<{ byAgency: boolean; approver: string; names: string }>`
    select a.by_agency, a.approver, concat_ws(' with ', f.name, o.name) as names
    from reserve_authority a join federal_type f on f.federal_type_id = a.federal_type_id
    left join federal_type o on o.federal_type_id = a.also_federal_type_id
    where ${has(sql.ref('a.federal_type_id'))} and (a.also_federal_type_id is null or ${has(sql.ref('a.also_federal_type_id'))})
    order by a.also_federal_type_id is null, a.position, a.reserve_authority_id limit 1`.execute(db)
  const [first] = found.rows
  if (!first || first.byAgency) return []
  return [`Draws from this property’s reserve are approved by ${first.approver}, not by the agency (${first.names}).`]
}
