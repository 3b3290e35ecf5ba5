import type pg from 'pg'

/** A table's columns and their PostgreSQL types, in the order they are inserted. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: string }

/**
 * Inserts all rows with one statement. Column names are those of the rows. Does nothing for no rows.
 * Throws what PostgreSQL throws, with the table's name.
 */
export async function insertRows<Row extends Record<string, unknown>>(
  client: pg.ClientBase,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  try {
    await client.query(
      `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as row (${typed.join(', ')})`,
      [JSON.stringify(rows)],
    )
  } catch (error) {
    throw new Error(`Loading ${table}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Moves a table's identity column past the ids that were given. */
export async function continueIds(client: pg.ClientBase, table: string, key: string): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), greatest((select coalesce(max(${key}), 0) from ${table}), 1))`,
    [table, key],
  )
}
