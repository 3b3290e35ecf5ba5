import type pg from 'pg'

type Held = { table: string; name: string; definition: string; kind: 'constraint' | 'index' }

const held = `
  select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition, 'constraint' as kind
    from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype in ('p', 'u', 'f')
      and not exists (select from pg_constraint other where other.contype = 'f' and c.contype <> 'f'
        and other.conindid = c.conindid and other.conrelid <> all ($1::regclass[]))
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 'index'
    from pg_index i where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`

/** Drops what the tables refer to; what is returned makes it again, checked once for all rows instead of row by row. */
export async function referencesLater(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const keys = (await client.query<Held>(held, [tables])).rows.filter((one) => one.definition.startsWith('FOREIGN KEY'))
  const every = (how: (one: Held) => string) => client.query(keys.map(how).join('; '))
  await every(({ table, name }) => `alter table ${table} drop constraint ${name}`)
  return async () =>
    void (await every(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`))
}

/**
 * Loads many rows into tables: their triggers rest, and keys and indexes are made once, when all rows are there, instead of
 * row by row; keys that other tables refer to stay. What is loaded is checked all the same.
 */
export async function inBulk(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const found = (await client.query<Held>(held, [tables])).rows
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table, name, kind } of found.toSorted((a, b) => a.definition.localeCompare(b.definition)))
    await client.query(kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`)
  await load()
  for (const { table, name, definition, kind } of found)
    await client.query(kind === 'index' ? definition : `alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}
