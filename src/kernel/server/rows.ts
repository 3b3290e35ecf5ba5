import { sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import { formatClockTime } from '../model/dates.ts'
import { type AnyEntity, snakeCase } from '../model/entity.ts'
import { refuse } from '../model/refusals.ts'
import type { Statement } from './database.ts'
import type { AnyContext } from './serve.ts'

/** A row's values by field. */
export type Values = Record<string, unknown>

/** The type of a stored row, by the fields of its entity. For any entity it is a record of values. */
export type StoredRow<E extends AnyEntity> = E extends { row: infer R extends z.ZodObject }
  ? z.infer<R>
  : Values

/** Some or all values of a row to store. Objects and lists may be given as JSON text. */
export type NewValues<E extends AnyEntity> = {
  [K in keyof StoredRow<E>]?:
    | StoredRow<E>[K]
    | (Extract<StoredRow<E>[K], object> extends never ? never : string)
}

/** The SQL of key and columns, cached for each entity. */
const texts = new WeakMap<AnyEntity, { key: string; columns: string }>()
/** Returns the SQL of an entity's key column and of its columns with their field names. */
export function getEntityTexts(entity: AnyEntity): { key: string; columns: string } {
  const cachedTexts = texts.get(entity)
  if (cachedTexts) return cachedTexts
  const columns = Object.keys(entity.fields).map((name) => `${column(name)} as "${name}"`)
  const created = { key: column(entity.key), columns: columns.join(', ') }
  texts.set(entity, created)
  return created
}
/** Returns the quoted column name of a field. */
export const column = (name: string): string => pg.escapeIdentifier(snakeCase(name))

/** Builds the statement that reads one row. */
function buildReadStatement(entity: AnyEntity, rowId: unknown): Statement {
  const { key, columns } = getEntityTexts(entity)
  return { text: `select ${columns} from ${entity.table} where ${key} = $1`, values: [rowId] }
}

/** Loads one row of an entity by id. It is not found (404) if it does not exist or is out of scope. */
export async function readRow<E extends AnyEntity>(
  context: AnyContext,
  entity: E,
  rowId: number,
): Promise<StoredRow<E>> {
  const [row] = await context.transaction.rows<StoredRow<E>>(buildReadStatement(entity, rowId))
  return row ?? refuse.notFound(`This ${entity.label.toLowerCase()}`)
}

/** Builds the statement that loads and locks one row. */
export function locking(entity: AnyEntity, rowId: unknown): Statement {
  const { key, columns } = getEntityTexts(entity)
  return { text: `select ${columns} from ${entity.table} where ${key} = $1 for update`, values: [rowId] }
}

/**
 * Loads a row and locks it. A row that the caller may read but not write is refused (403); one out of scope
 * is not found (404).
 */
export async function lockRow<E extends AnyEntity>(
  context: AnyContext,
  entity: E,
  rowId: number,
): Promise<StoredRow<E>> {
  const [locked] = await context.transaction.rows<StoredRow<E>>(locking(entity, rowId))
  if (locked) return locked
  const visible = await context.transaction.query(
    `select 1 from ${entity.table} where ${getEntityTexts(entity).key} = $1`,
    [rowId],
  )
  return visible.rows[0]
    ? refuse.forbidden('You may see this record but not change it.')
    : refuse.notFound(`This ${entity.label.toLowerCase()}`)
}

/** Describes who changed a record last, for the message of a conflict. */
export async function lastChange(context: AnyContext, table: string, rowId: number): Promise<string> {
  const result = await sql<{ name: string; at: string }>`
    select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'the system') as name,
    l.changed_at as at
    from audit_log l left join app_user u on u.user_id = l.user_id
    where l.table_name = ${table} and l.row_id = ${rowId} order by l.changed_at desc limit 1`.execute(
    context.db,
  )
  const last = result.rows[0]
  if (!last) return 'Somebody else has changed this record in the meantime.'
  const time = formatClockTime(last.at, context.services.config.agencyZone)
  return `${last.name} changed this record at ${time}. Load it again to see the change.`
}

/** Refuses a save or step that is based on an older version of the record than the current one (409). */
export async function refuseStaleVersion(
  context: AnyContext,
  entity: AnyEntity,
  rowId: number,
  clientVersion: number | null | undefined,
  present: number,
): Promise<void> {
  if (clientVersion === null || clientVersion === undefined || clientVersion === present) return
  refuse.conflict(await lastChange(context, entity.table, rowId))
}

/** Whether a statement is the last one of its request. */
type Place = 'last' | 'amid'
/** Runs a statement. The last statement of a request is sent together with the commit. */
const run = ({ transaction }: AnyContext, text: string, values: unknown[], place: Place) =>
  place === 'last' ? transaction.last({ text, values }) : transaction.query(text, values)

/** Inserts a row and returns it as stored. */
export async function insertRow<E extends AnyEntity>(
  context: AnyContext,
  entity: E,
  values: NewValues<E>,
  place: Place = 'amid',
): Promise<StoredRow<E>> {
  const names = Object.keys(values)
  if (names.length === 0) refuse.invalid([{ field: '', message: 'Nothing was sent to store.' }])
  const inserted = await run(
    context,
    `insert into ${entity.table} (${names.map(column)}) values (${names.map((_, index) => `$${index + 1}`)})
      returning ${getEntityTexts(entity).columns}`,
    Object.values(values),
    place,
  )
  return inserted.rows[0]!
}

/** Sets the given columns of a row, raises its version, and returns it as stored. */
export async function updateRow<E extends AnyEntity>(
  context: AnyContext,
  entity: E,
  rowId: number,
  values: NewValues<E>,
  place: Place = 'amid',
): Promise<StoredRow<E>> {
  const sets = Object.keys(values).map((name, index) => `${column(name)} = $${index + 2}`)
  if ('version' in entity.fields) sets.push('version = version + 1')
  if (sets.length === 0) return readRow(context, entity, rowId)
  const { key, columns } = getEntityTexts(entity)
  const updated = await run(
    context,
    `update ${entity.table} set ${sets} where ${key} = $1 returning ${columns}`,
    [rowId, ...Object.values(values)],
    place,
  )
  return updated.rows[0]!
}
