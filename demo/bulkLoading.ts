import type pg from 'pg'

/** A key or an index of a table, with the SQL that creates it again. */
type SchemaPart = { table: string; name: string; definition: string; kind: 'constraint' | 'index' }

/** SQL: the keys and indexes of tables. Keys that foreign keys of other tables need are left out. */
const schemaPartsSql = `
  select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition, 'constraint' as kind
    from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype in ('p', 'u', 'f')
      and not exists (select from pg_constraint other where other.contype = 'f' and c.contype <> 'f'
        and other.conindid = c.conindid and other.conrelid <> all ($1::regclass[]))
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 'index'
    from pg_index i where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`

/**
 * Drops the foreign keys of tables before a load. The returned function creates them again, which checks all
 * rows at once instead of one by one.
 */
export async function deferReferences(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const keys = (await client.query<SchemaPart>(schemaPartsSql, [tables])).rows.filter((row) =>
    row.definition.startsWith('FOREIGN KEY'),
  )
  const runForEachKey = (getStatement: (schemaPart: SchemaPart) => string) =>
    client.query(keys.map(getStatement).join('; '))
  await runForEachKey(({ table, name }) => `alter table ${table} drop constraint ${name}`)
  return async () =>
    void (await runForEachKey(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ))
}

/**
 * Runs `load`, which inserts many rows into the tables. During it, triggers are disabled, and the keys and
 * indexes do not exist. They are created again at the end, which also checks the rows. Keys to which other
 * tables refer remain.
 */
export async function loadInBulk(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const rows = (await client.query<SchemaPart>(schemaPartsSql, [tables])).rows
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table, name, kind } of rows.toSorted((a, b) => a.definition.localeCompare(b.definition)))
    await client.query(
      kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
    )
  await load()
  for (const { table, name, definition, kind } of rows)
    await client.query(
      kind === 'index' ? definition : `alter table ${table} add constraint ${name} ${definition}`,
    )
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

/** SQL: a trigger function that audits all rows a statement adds, as `kernel.audit` does for one row. */
const auditManySql = `
  create function pg_temp.audit_many() returns trigger language plpgsql as $$
  begin
    insert into public.audit_log (user_id, call, request_id, table_name, row_id, property_id, management_company_id, operation, changes)
    select kernel.actor_id(), nullif(current_setting('rooftree.call', true), ''), nullif(current_setting('rooftree.request_id', true), ''),
      tg_table_name, (a.changed ->> tg_argv[0])::integer, (a.changed ->> 'property_id')::integer, (a.changed ->> 'management_company_id')::integer, 'insert', a.changed
    from (select to_jsonb(n) as changed from added n) a;
    return null;
  end $$`

/**
 * Audits the rows that are added to the tables once per statement instead of once per row, which is faster.
 * The returned function restores the usual audit.
 */
export async function auditByStatement(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select tgrelid::regclass::text as "table", split_part(encode(tgargs, 'escape'), '\\000', 1) as key
      from pg_trigger where tgrelid = any ($1::regclass[]) and tgname = 'audit'`,
    [tables],
  )
  const runForEachTable = (getStatement: (item: { table: string; key: string }) => string) =>
    client.query(rows.map(getStatement).join('; '))
  await client.query(auditManySql)
  await runForEachTable(
    ({ table, key }) => `alter table ${table} disable trigger audit;
      create trigger audit_added after insert on ${table} referencing new table as added for each statement execute function pg_temp.audit_many('${key}');
      create trigger audit_changed after update or delete on ${table} for each row execute function kernel.audit('${key}')`,
  )
  return async () =>
    void (await runForEachTable(
      ({ table }) =>
        `drop trigger audit_added on ${table}; drop trigger audit_changed on ${table}; alter table ${table} enable trigger audit`,
    ))
}
