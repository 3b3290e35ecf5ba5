import type pg from 'pg'
import { copyIn } from '../src/kernel/server/postgres/copy.ts'
import { runInQueue } from './statementQueue.ts'

/** The columns of a table and their PostgreSQL types, in the order of insertion. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: string }

/**
 * Inserts all rows with one statement. The keys of the rows are the column names. Throws the error of
 * PostgreSQL with the table name.
 */
export async function insertRows<Row extends Record<string, unknown>>(
  client: pg.ClientBase,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const columnTypes = Object.entries<string>(columns)
  if (rows.length < MIN_COPY_ROWS) return insertJson(client, table, columnTypes, rows)
  const cells = rows.map((row) => columnTypes.map(([name, type]) => toCopyValue(type, row[name])))
  await copyRows(
    client,
    table,
    columnTypes.map(([name]) => name),
    cells,
  )
}

/** The number of rows from which COPY is faster than one JSON text. */
const MIN_COPY_ROWS = 10_000

/** Inserts rows from one JSON text, which is faster for few rows. */
async function insertJson(
  client: pg.ClientBase,
  table: string,
  columnTypes: readonly [string, string][],
  rows: readonly unknown[],
): Promise<void> {
  const columnNames = columnTypes.map(([name]) => name).join(', ')
  const columnDefinitions = columnTypes.map(([name, type]) => `${name} ${type}`)
  const json = JSON.stringify(rows)
  await runInQueue(client, rows.length, async (connection) => {
    try {
      await connection.query(
        `insert into ${table} (${columnNames}) select ${columnNames} from json_to_recordset($1::json) as row (${columnDefinitions.join(', ')})`,
        [json],
      )
    } catch (error) {
      throw new Error(`Loading ${table}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
}

/** Converts a value to a cell for COPY into a column of the type. */
function toCopyValue(type: string, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (type === 'json' || type === 'jsonb') return JSON.stringify(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join()}}`
  return value as Cell
}

/** The value of a column. Objects are stored as JSON. */
export type Cell = string | number | boolean | object | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Formats a cell in the text format of COPY, where `\N` is null. */
function formatCopyCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell === 'number') return `${cell}`
  const text = typeof cell === 'object' ? JSON.stringify(cell) : `${cell}`
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign]!) : text
}

/**
 * Inserts rows with COPY, in the order of the columns. PostgreSQL reads them as a stream and not from one
 * JSON text, which is faster for thousands of rows.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  await runInQueue(client, rows.length, async (connection) => {
    try {
      await copyIn(connection, `copy ${table} (${columns.join(', ')}) from stdin`, encodeInParts(rows))
    } catch (error) {
      throw new Error(`Loading ${table}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
}

/** Encodes rows for COPY in parts of a few hundred KB. The largest table in one text would have 40 MB. */
async function* encodeInParts(rows: readonly (readonly Cell[])[]): AsyncGenerator<Buffer> {
  const rowsPerPart = 5000
  for (let index = 0; index < rows.length; index += rowsPerPart) {
    const lines = rows
      .slice(index, index + rowsPerPart)
      .map((row) => `${row.map(formatCopyCell).join('\t')}\n`)
    yield Buffer.from(lines.join(''))
  }
}

/** Sets the identity column of a table so that the next id follows the inserted ones. */
export async function continueIds(client: pg.ClientBase, table: string, key: string): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), greatest((select coalesce(max(${key}), 0) from ${table}), 1))`,
    [table, key],
  )
}
