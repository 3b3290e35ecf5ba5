import { type RawBuilder, sql } from 'kysely'
import { loadChangeNames } from '#core/platform/history/server/index.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { startOfDay } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { type AsOfRow, type AuditedChange, getAsOf, type RowValues, undoChanges } from '../model/asOf.ts'
import { Contact, Property, PropertyContact, PropertyRoomType } from '../model/entities.ts'
import { getPropertyFacts } from '../model/factWords.ts'
import { type PropertyRow, readProperty } from './property.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The entities of the module's audited tables with a `property_id` that belong to a property's file. */
    propertyFile?: readonly AnyEntity[]
  }
}

const getFileEntities = slot('propertyFile')

/** SQL: the end of a day in the agency's time zone. */
const endOfDaySql = (day: string) => startOfDay(sql`${addDays(day, 1)}::date`)

type StoredRow = { tableName: string; rowId: number; data: RowValues }
type Change = AuditedChange & { tableName: string }

/** SQL: the rows of an entity's table that match `condition`, with their keys. */
const rowsSql = ({ table, key }: AnyEntity, condition: RawBuilder<unknown>) =>
  sql`select ${table}::text as table_name, r.${sql.ref(snakeCase(key))} as row_id, to_jsonb(r) as data
    from ${sql.table(table)} r where ${condition}`

const loadRows = async ({ db }: AnyContext, parts: readonly RawBuilder<unknown>[]): Promise<StoredRow[]> =>
  (await sql<StoredRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows

/** Loads the audited changes after a day, newest first, and the names of rows whose insertion is known. */
async function loadChangesAfter({ db }: AnyContext, day: string, condition: RawBuilder<unknown>) {
  const result = await sql<Change & { after: boolean }>`
    select l.table_name, l.row_id, l.operation, l.changes, l.changed_at >= ${endOfDaySql(day)} as after
    from audit_log l where ${condition} and l.row_id is not null
      and (l.operation = 'insert' or l.changed_at >= ${endOfDaySql(day)})
    order by l.changed_at desc, l.audit_log_id desc`.execute(db)
  const recorded = new Set(
    result.rows.filter((row) => row.operation === 'insert').map((row) => getRowName(row)),
  )
  return { changes: result.rows.filter((row) => row.after), recorded }
}

const getRowName = ({ tableName, rowId }: { tableName: string; rowId: number }): string =>
  `${tableName} ${rowId}`

const mapById = (rows: readonly StoredRow[], table: string): Map<number, RowValues> =>
  new Map(rows.filter((row) => row.tableName === table).map((row) => [row.rowId, row.data]))

type RowComparison = Omit<AsOfRow, 'facts'>

/** Pairs each row at the end of the day with its present values; either may be missing. */
function compareRows(
  now: ReadonlyMap<number, RowValues>,
  changes: readonly Change[],
  isRecorded: (rowId: number) => boolean,
): RowComparison[] {
  const earlierRows = undoChanges(now, changes)
  return [...new Set([...earlierRows.keys(), ...now.keys()])]
    .toSorted((number, other) => number - other)
    .map((rowId) => ({
      rowId,
      stood: earlierRows.get(rowId) ?? null,
      now: now.get(rowId) ?? null,
      recorded: isRecorded(rowId),
    }))
}

/** Loads the tables of a property's file as of the day and now. */
async function loadFile(context: AnyContext, propertyId: number, day: string): Promise<FileTables> {
  // The property itself comes first.
  const entities = [
    Property,
    ...new Set([...getFileEntities()].filter((item) => item.table !== Property.table)),
  ]
  const tables = entities.map(({ table }) => table)
  const rows = await loadRows(
    context,
    entities.map((entity) => rowsSql(entity, sql`r.property_id = ${propertyId}`)),
  )
  const condition = sql`l.property_id = ${propertyId} and l.table_name = any (${tables}::text[])`
  const { changes, recorded } = await loadChangesAfter(context, day, condition)
  return entities.map((entity) => {
    const { table, label } = entity
    const matchingChanges = changes.filter((change) => change.tableName === table)
    return {
      entity,
      table,
      label,
      rows: compareRows(mapById(rows, table), matchingChanges, (rowId) =>
        recorded.has(getRowName({ tableName: table, rowId })),
      ),
    }
  })
}

type FileTables = { entity: AnyEntity; table: string; label: string; rows: RowComparison[] }[]

/** Loads the people named for the property on that day or now, with their details on both. */
async function loadPeople(context: AnyContext, tables: FileTables, day: string): Promise<FileTables[number]> {
  const links = tables.find(({ table }) => table === PropertyContact.table)?.rows ?? []
  const ids = [
    ...new Set(
      links.flatMap(({ stood, now }) => [stood, now].flatMap((row) => Number(row?.contact_id ?? 0) || [])),
    ),
  ]
  const rows = await loadRows(context, [rowsSql(Contact, sql`r.contact_id = any (${ids}::integer[])`)])
  const condition = sql`l.table_name = ${Contact.table} and l.row_id = any (${ids}::integer[])`
  const { changes, recorded } = await loadChangesAfter(context, day, condition)
  const isRecorded = (rowId: number) => recorded.has(getRowName({ tableName: Contact.table, rowId }))
  return {
    entity: Contact,
    table: Contact.table,
    label: 'People named',
    rows: compareRows(mapById(rows, Contact.table), changes, isRecorded),
  }
}

/** Loads the names of the ids that the rows contain, by table. */
const loadNames = (context: AnyContext, tables: FileTables) =>
  loadChangeNames(
    context,
    tables.flatMap(({ table, rows }) =>
      rows.flatMap(({ rowId, stood, now }) =>
        [stood, now].flatMap((row) => (row ? [{ table, rowId, changes: row }] : [])),
      ),
    ),
  )

/** Builds names for the property's unit types from their room types, because they have no names. */
const buildUnitTypeNames = (
  tables: FileTables,
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
 * Loads the first day that the audit log covers a property: that of its audited insertion, or else that of
 * its creation.
 */
async function loadFirstCoveredDay(
  { db, services }: AnyContext,
  { propertyId, createdAt }: PropertyRow,
): Promise<string> {
  const result = await sql<{ at: string | null }>`select min(changed_at) as at from audit_log
    where table_name = ${Property.table} and row_id = ${propertyId} and operation = 'insert'`.execute(db)
  return agencyDay(result.rows[0]?.at ?? createdAt ?? services.now(), services.config.agencyZone)
}

/** Builds the answer of GetAsOf: the property's data at the end of a day, compared with now. */
async function loadAsOf(context: AnyContext, propertyId: number, day: string) {
  const now = context.settings.today()
  if (day > now) refuse.invalid([{ field: 'day', message: 'Day: choose today or a day before.' }])
  const property = await readProperty(context, propertyId)
  const tables = await loadFile(context, propertyId, day)
  const all = [...tables, await loadPeople(context, tables, day)]
  const names = await loadNames(context, all)
  const units = buildUnitTypeNames(all, names)
  const knownSince = await loadFirstCoveredDay(context, property)
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

/** The handler of GetAsOf. */
export const asOfHandlers = [
  serve(getAsOf, (context) => loadAsOf(context, context.params.projectId, context.query.day)),
]
