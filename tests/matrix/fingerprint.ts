import type pg from 'pg'

/** Every row of every table as one text per table: what was not supposed to change is compared by it. */
export type Fingerprint = Record<string, string>

/** Reads the fingerprint of the whole database. Cheap because the fixture is small. */
export async function fingerprintOf(owner: pg.Client): Promise<Fingerprint> {
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const parts = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t`,
  )
  const found = await owner.query<{ name: string; rows: string }>(parts.join(' union all '))
  return Object.fromEntries(found.rows.map(({ name, rows }) => [name, rows]))
}
