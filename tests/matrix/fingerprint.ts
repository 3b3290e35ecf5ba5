import type pg from 'pg'

/** A row count and a checksum for each table, with which tests prove that nothing changed. */
export type Fingerprint = Record<string, string>

/**
 * Reads the fingerprint of the whole database, or of the rows of one property. The table `account_mail` is
 * left out, because requests for sign-in mails are always noted there. The connection must bypass row-level
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
 * Reads the newest ids of the audit log, the outbox and the status history. If they are equal before and
 * after, no audited row changed.
 */
export async function loadNewestIds(client: Pick<pg.Client, 'query'>): Promise<unknown> {
  const result = await client.query(
    `select (select max(audit_log_id) from audit_log) as audit, (select max(outbox_id) from outbox) as mail,
      (select max(status_history_id) from status_history) as history`,
  )
  return result.rows[0]
}

/** Whether the current transaction may have written. PostgreSQL assigns it an id at its first write. */
export async function mayHaveWritten(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const transaction = await client.query<{ written: boolean }>(
    'select pg_current_xact_id_if_assigned() is not null as written',
  )
  return transaction.rows[0]!.written
}
