import type pg from 'pg'

/** Every row of every table as one text per table: what was not supposed to change is compared by it. */
export type Fingerprint = Record<string, string>

/**
 * Reads the fingerprint of the whole database, or of the rows of one property. Cheap because the fixture is
 * small. Whom anybody may have mailed to is left out: asking is noted. The connection must see past row-level
 * security.
 */
export async function loadFingerprint(
  client: Pick<pg.Client, 'query'>,
  propertyId?: number,
): Promise<Fingerprint> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'account_mail'
      and ($1 or exists (select 1 from pg_attribute a where a.attrelid = c.oid and attname = 'property_id')) order by 1`,
    [propertyId === undefined],
  )
  const filter = propertyId === undefined ? '' : `where property_id = ${propertyId}`
  const parts = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t ${filter}`,
  )
  const result = await client.query<{ name: string; rows: string }>(parts.join(' union all '))
  return Object.fromEntries(result.rows.map(({ name, rows }) => [name, rows]))
}

/**
 * The newest row of all that a change writes. Equal before and after: nothing was changed, but for what has
 * no audit.
 */
export async function loadMarks(client: Pick<pg.Client, 'query'>): Promise<unknown> {
  const result = await client.query(
    `select (select max(audit_log_id) from audit_log) as audit, (select max(outbox_id) from outbox) as mail,
      (select max(status_history_id) from status_history) as history`,
  )
  return result.rows[0]
}

/**
 * Whether the transaction in hand may have written anything: until it writes, PostgreSQL gives it no number.
 */
export async function mayHaveWritten(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const transaction = await client.query<{ written: boolean }>(
    'select pg_current_xact_id_if_assigned() is not null as written',
  )
  return transaction.rows[0]!.written
}
