import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Project, Row } from '../model/calls.ts'

/** SQL: the old (`o`) or new (`n`) property of a resyndication as JSON. */
const projectJsonSql = (alias: 'o' | 'n') => {
  const projectColumn = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('propertyId', ${projectColumn('property_id')}, 'propertyName',
    ${projectColumn('name')},
    'agencyNumber', ${projectColumn('agency_number')},
    'lihtc', (select string_agg(l.lihtc_number, ', ' order by l.position) from property_lihtc_number l
    where l.property_id = ${projectColumn('property_id')}))`
}

/** SQL: all links of the chains that these properties are in. */
export const resyndicationChainSql = (propertyIds: readonly number[]) => sql`(
  with recursive before as (
      select * from resyndication where new_property_id = any (${[...propertyIds]}::integer[])
      union select r.* from resyndication r join before on r.new_property_id = before.old_property_id),
    after as (
      select * from resyndication where old_property_id = any (${[...propertyIds]}::integer[])
      union select r.* from resyndication r join after on r.old_property_id = after.new_property_id)
  select * from before union select * from after)`

/** Loads the links of these properties’ chains, the oldest first. */
export async function loadChain({ db }: AnyContext, propertyIds: readonly number[]): Promise<Row[]> {
  const result = await sql<Row>`select r.resyndication_id, ${projectJsonSql('o')} as old_project,
      ${projectJsonSql('n')} as new_project,
      r.resyndication_type, r.resyndicated_date::text, r.note
    from ${resyndicationChainSql(propertyIds)} r join property o on o.property_id = r.old_property_id
    join property n on n.property_id = r.new_property_id
    order by r.resyndicated_date nulls first, r.resyndication_id`.execute(db)
  return result.rows
}

/** Loads a property for a resyndication. Refuses a property out of scope. */
export async function loadProject({ db }: AnyContext, propertyId: number): Promise<Project> {
  const result = await sql<{ project: Project }>`select ${projectJsonSql('n')} as project from property n
    where n.property_id = ${propertyId}`.execute(db)
  return result.rows[0]?.project ?? refuse.notFound('This property')
}

/** Loads the properties at the same address as a property that are not linked with it yet. */
export async function loadCandidates({ db }: AnyContext, propertyId: number): Promise<Project[]> {
  const addressSql = (alias: string) =>
    sql`lower(regexp_replace(${sql.ref(`${alias}.address`)}, '[^[:alnum:]]', '', 'g')),
      lower(${sql.ref(`${alias}.city`)})`
  const result = await sql<{ project: Project }>`select ${projectJsonSql('n')} as project from property o
    join property n on n.property_id <> o.property_id and (${addressSql('n')}) = (${addressSql('o')})
    where o.property_id = ${propertyId} and not exists (select from resyndication r
      where r.old_property_id in (o.property_id, n.property_id)
      and r.new_property_id in (o.property_id, n.property_id))
    order by n.service_date desc nulls last, n.property_id limit 20`.execute(db)
  return result.rows.map((row) => row.project)
}
