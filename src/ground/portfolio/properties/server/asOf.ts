import { type RawBuilder, sql } from 'kysely'
import { namesIn } from '#ground/platform/history/server/index.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { startOfDay } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { type AsOfRow, type Columns, getAsOf, type Logged, undone } from '../model/asOf.ts'
import { Contact, Property, PropertyContact, PropertyRoomType } from '../model/entities.ts'
import { getPropertyFacts } from '../model/factWords.ts'
import { type PropertyRow, readProperty } from './property.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Tables with a `property_id` that are part of a property's file, by their entities; each is audited. */
    propertyFile?: readonly AnyEntity[]
  }
}

const file = slot('propertyFile')

/** SQL: when a day ends where the agency is. */
const endSql = (day: string) => startOfDay(sql`${addDays(day, 1)}::date`)

type StoredRow = { tableName: string; rowId: number; data: Columns }
type Change = Logged & { tableName: string }

/** The rows of an entity's table that agree, with their keys. */
const rowsSql = ({ table, key }: AnyEntity, condition: RawBuilder<unknown>) =>
  sql`select ${table}::text as table_name, r.${sql.ref(snakeCase(key))} as row_id, to_jsonb(r) as data
    from ${sql.table(table)} r where ${condition}`

const storedRows = async ({ db }: AnyContext, parts: readonly RawBuilder<unknown>[]): Promise<StoredRow[]> =>
  (await sql<StoredRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows

/** Loads audited changes after a day, newest first, and the rows whose insertion is known. */
async function changesAfter({ db }: AnyContext, day: string, condition: RawBuilder<unknown>) {
  const result = await sql<Change & { after: boolean }>`
    select l.table_name, l.row_id, l.operation, l.changes, l.changed_at >= ${endSql(day)} as after
    from audit_log l where ${condition} and l.row_id is not null
      and (l.operation = 'insert' or l.changed_at >= ${endSql(day)})
    order by l.changed_at desc, l.audit_log_id desc`.execute(db)
  const recorded = new Set(result.rows.filter((row) => row.operation === 'insert').map((row) => getName(row)))
  return { changes: result.rows.filter((row) => row.after), recorded }
}

const getName = ({ tableName, rowId }: { tableName: string; rowId: number }): string =>
  `${tableName} ${rowId}`

const byId = (rows: readonly StoredRow[], table: string): Map<number, Columns> =>
  new Map(rows.filter((row) => row.tableName === table).map((row) => [row.rowId, row.data]))

type Both = Omit<AsOfRow, 'facts'>

/** Pairs rows then and now, where either may be missing. */
function compared(
  now: ReadonlyMap<number, Columns>,
  changes: readonly Change[],
  isRecorded: (rowId: number) => boolean,
): Both[] {
  const earlierRows = undone(now, changes)
  return [...new Set([...earlierRows.keys(), ...now.keys()])]
    .toSorted((number, other) => number - other)
    .map((rowId) => ({
      rowId,
      stood: earlierRows.get(rowId) ?? null,
      now: now.get(rowId) ?? null,
      recorded: isRecorded(rowId),
    }))
}

/** The tables of a property's file, then and now. */
async function loadFile(context: AnyContext, propertyId: number, day: string): Promise<Tables> {
  // The property itself comes first.
  const entities = [Property, ...new Set([...file()].filter((item) => item.table !== Property.table))]
  const tables = entities.map(({ table }) => table)
  const rows = await storedRows(
    context,
    entities.map((entity) => rowsSql(entity, sql`r.property_id = ${propertyId}`)),
  )
  const condition = sql`l.property_id = ${propertyId} and l.table_name = any (${tables}::text[])`
  const { changes, recorded } = await changesAfter(context, day, condition)
  return entities.map((entity) => {
    const { table, label } = entity
    const matchingChanges = changes.filter((change) => change.tableName === table)
    return {
      entity,
      table,
      label,
      rows: compared(byId(rows, table), matchingChanges, (rowId) =>
        recorded.has(getName({ tableName: table, rowId })),
      ),
    }
  })
}

type Tables = { entity: AnyEntity; table: string; label: string; rows: Both[] }[]

/** The people that are or were named for the property: who they were that day. */
async function loadPeople(context: AnyContext, tables: Tables, day: string): Promise<Tables[number]> {
  const links = tables.find(({ table }) => table === PropertyContact.table)?.rows ?? []
  const ids = [
    ...new Set(
      links.flatMap(({ stood, now }) => [stood, now].flatMap((row) => Number(row?.contact_id ?? 0) || [])),
    ),
  ]
  const rows = await storedRows(context, [rowsSql(Contact, sql`r.contact_id = any (${ids}::integer[])`)])
  const condition = sql`l.table_name = ${Contact.table} and l.row_id = any (${ids}::integer[])`
  const { changes, recorded } = await changesAfter(context, day, condition)
  const isRecorded = (rowId: number) => recorded.has(getName({ tableName: Contact.table, rowId }))
  return {
    entity: Contact,
    table: Contact.table,
    label: 'People named',
    rows: compared(byId(rows, Contact.table), changes, isRecorded),
  }
}

/** The names of ids, by table. */
const loadNames = (context: AnyContext, tables: Tables) =>
  namesIn(
    context,
    tables.flatMap(({ table, rows }) =>
      rows.flatMap(({ rowId, stood, now }) =>
        [stood, now].flatMap((row) => (row ? [{ table, rowId, changes: row }] : [])),
      ),
    ),
  )

/** Names for the property's unit types, which have none of their own. */
const unitNames = (
  tables: Tables,
  names: ReadonlyMap<string, Record<string, string>>,
): Record<string, string> => {
  const types = tables.find(({ table }) => table === PropertyRoomType.table)?.rows ?? []
  const roomTypeNames = names.get(PropertyRoomType.table) ?? {}
  return Object.fromEntries(
    types.flatMap(({ rowId, stood, now }) => {
      const name = roomTypeNames[`room_type_id ${(now ?? stood)?.room_type_id}`]
      return name === undefined ? [] : [[`project_room_type_id ${rowId}`, name]]
    }),
  )
}

/**
 * The first day the audit covers a property: its insertion, or its creation if it was loaded without an
 * audit.
 */
async function beganOn(
  { db, services }: AnyContext,
  { propertyId, createdAt }: PropertyRow,
): Promise<string> {
  const result = await sql<{ at: string | null }>`select min(changed_at) as at from audit_log
    where table_name = ${Property.table} and row_id = ${propertyId} and operation = 'insert'`.execute(db)
  return agencyDay(result.rows[0]?.at ?? createdAt ?? services.now(), services.config.agencyZone)
}

async function asOf(context: AnyContext, propertyId: number, day: string) {
  const now = context.settings.today()
  if (day > now) refuse.invalid([{ field: 'day', message: 'Day: choose today or a day before.' }])
  const property = await readProperty(context, propertyId)
  const tables = await loadFile(context, propertyId, day)
  const all = [...tables, await loadPeople(context, tables, day)]
  const names = await loadNames(context, all)
  const units = unitNames(all, names)
  const knownSince = await beganOn(context, property)
  return {
    day,
    knownSince,
    known: day >= knownSince,
    tables: all.map(({ entity, table, label, rows }) => ({
      table,
      label,
      rows: rows.map((row) => ({
        ...row,
        facts: getPropertyFacts(entity, row, { ...names.get(table), ...units }),
      })),
    })),
  }
}

export const asOfHandlers = [
  serve(getAsOf, (context) => asOf(context, context.params.projectId, context.query.day)),
]
