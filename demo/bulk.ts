import type pg from 'pg'

type SchemaPart = { table: string; name: string; definition: string; kind: 'constraint' | 'index' }

const schemaParts = `
  select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition, 'constraint' as kind
    from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype in ('p', 'u', 'f')
      and not exists (select from pg_constraint other where other.contype = 'f' and c.contype <> 'f'
        and other.conindid = c.conindid and other.conrelid <> all ($1::regclass[]))
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 'index'
    from pg_index i where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`

/**
 * Drops the foreign keys of tables. The returned function creates them again, which checks all rows at once
 * instead of one by one.
 */
export async function referencesLater(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const keys = (await client.query<SchemaPart>(schemaParts, [tables])).rows.filter((row) =>
    row.definition.startsWith('FOREIGN KEY'),
  )
  const every = (how: (schemaPart: SchemaPart) => string) => client.query(keys.map(how).join('; '))
  await every(({ table, name }) => `alter table ${table} drop constraint ${name}`)
  return async () =>
    void (await every(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ))
}

/**
 * Loads many rows into tables. Triggers are disabled, and keys and indexes are created when all rows are
 * present, which also checks them. Keys to which other tables refer remain.
 */
export async function inBulk(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const rows = (await client.query<SchemaPart>(schemaParts, [tables])).rows
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

/** Audits all rows that a statement adds, as `kernel.audit` does for one row. */
const auditMany = `
  create function pg_temp.audit_many() returns trigger language plpgsql as $$
  begin
    insert into public.audit_log (user_id, call, request_id, table_name, row_id, property_id, management_company_id, operation, changes)
    select kernel.actor_id(), nullif(current_setting('rooftree.call', true), ''), nullif(current_setting('rooftree.request_id', true), ''),
      tg_table_name, (a.changed ->> tg_argv[0])::integer, (a.changed ->> 'property_id')::integer, (a.changed ->> 'management_company_id')::integer, 'insert', a.changed
    from (select to_jsonb(n) as changed from added n) a;
    return null;
  end $$`

/**
 * Audits the rows that are added to the tables per statement instead of per row. The returned function ends
 * this.
 */
export async function auditedTogether(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select tgrelid::regclass::text as "table", split_part(encode(tgargs, 'escape'), '\\000', 1) as key
      from pg_trigger where tgrelid = any ($1::regclass[]) and tgname = 'audit'`,
    [tables],
  )
  const each = (how: (item: { table: string; key: string }) => string) =>
    client.query(rows.map(how).join('; '))
  await client.query(auditMany)
  await each(
    ({ table, key }) => `alter table ${table} disable trigger audit;
      create trigger audit_added after insert on ${table} referencing new table as added for each statement execute function pg_temp.audit_many('${key}');
      create trigger audit_changed after update or delete on ${table} for each row execute function kernel.audit('${key}')`,
  )
  return async () =>
    void (await each(
      ({ table }) =>
        `drop trigger audit_added on ${table}; drop trigger audit_changed on ${table}; alter table ${table} enable trigger audit`,
    ))
}
