import { sql } from 'kysely'
import type { Chart } from '#core/money/chart/model/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type FigureEntity, type FigureLine, getOrigin, type Origin } from '../model/index.ts'
import { recordSql, recordsSql } from './records.ts'

/** A record whose figures are read or saved; it is locked while figures are saved. */
export type FiguresRecord = { id: number; propertyId: number }
/** The changed part of a line: dollars by column, and the note if it changed. */
export type ChangedLine = { code: string; note?: string | null } & {
  [column: string]: number | string | null | undefined
}
/** A line with any columns. */
type AnyLine = Pick<FigureLine, 'code' | 'note' | 'origins'>
/** Returns the source of a saved figure; it is empty for a figure that a user entered. */
export type GetFigureSource = (
  code: string,
  column: string,
) => Pick<Origin, 'file' | 'sheet' | 'row' | 'carried'>

const getColumns = ({ key, columns }: FigureEntity) => [key, 'code', ...columns, 'note', 'origins']

/**
 * SQL: the lines of a record that have a figure or a note, as one JSON list of `FigureLine` with their
 * keys.
 */
export const linesSql = (entity: FigureEntity, recordId: number) =>
  recordsSql(
    recordSql(getColumns(entity), 'l'),
    sql`${sql.table(entity.table)} l where l.${sql.ref(snakeCase(entity.parent))} = ${recordId}`,
    sql`order by l.position, l.code`,
  )

/** SQL: the names of the users who typed or imported figures of a record, by user id, as one object. */
export const peopleSql = (entity: FigureEntity, recordId: number) => sql`
  select coalesce(jsonb_object_agg(u.user_id, trim(concat(u.first_name, ' ', u.last_name))), '{}')
  from app_user u
  where u.user_id in (select (o.value ->> 'by')::integer from ${sql.table(entity.table)} l
    cross join lateral jsonb_each(coalesce(l.origins, '{}')) o
    where l.${sql.ref(snakeCase(entity.parent))} = ${recordId})`

/**
 * Refuses figures of accounts that are not in the chart of the year, of totals, and of accounts that are
 * sent twice (400).
 */
function refuseInvalidAccounts(chart: Chart, sentLines: readonly ChangedLine[]): void {
  const faults = sentLines.flatMap(({ code }, index): Fault[] => {
    const account = chart.byCode.get(code)
    const twice = sentLines.findIndex((sentLine) => sentLine.code === code) < index
    if (account?.formula === null && !twice) return []
    const message = twice
      ? `${code} is sent twice.`
      : account
        ? `${code} ${account.name} is a total: it is computed.`
        : `${code} is not in the chart of this year.`
    return [{ field: `lines.${index}.code`, message }]
  })
  if (faults.length > 0) refuse.invalid(faults)
}

/** Returns a line as it will be stored; null if nothing in it changed. */
function mergeLine(
  before: FigureLine | undefined,
  sentLine: ChangedLine,
  columns: readonly string[],
  createOrigin: (column: string) => Origin,
): FigureLine | null {
  const line: Record<string, unknown> = { ...(before ?? { code: sentLine.code, note: null, origins: null }) }
  const origins = { ...before?.origins }
  let changed = false
  for (const column of columns) {
    const [amount, storedAmount] = [sentLine[column] as number | null | undefined, before?.[column] ?? null]
    if (amount === undefined || amount === storedAmount) continue
    line[column] = amount
    origins[column] = getOrigin(origins[column], storedAmount, createOrigin(column))
    changed = true
  }
  if (sentLine.note !== undefined && (sentLine.note || null) !== line.note) {
    line.note = sentLine.note || null
    changed = true
  }
  return changed ? ({ ...line, origins } as FigureLine) : null
}

/**
 * The input of a save: the record with its chart and its stored lines, the lines to change, and the columns
 * that the caller may write.
 */
export type SaveFiguresInput<L extends AnyLine> = {
  record: FiguresRecord
  chart: Chart
  storedLines: readonly L[]
  changedLines: readonly ChangedLine[]
  columns: readonly string[]
  from?: GetFigureSource
  /** Called before the change with the stored lines that are about to change, including empty ones. */
  before?: (lines: readonly FigureLine[]) => Promise<void>
}

/**
 * Saves figures of a locked record: all changes in one statement. Lines and columns that are not in the
 * input remain; a line that became empty is removed. Returns the lines as stored afterward.
 */
export async function saveFigures<L extends AnyLine>(
  context: AnyContext,
  entity: FigureEntity,
  {
    record,
    chart,
    storedLines: present,
    changedLines: sent,
    columns,
    from = () => ({}),
    before,
  }: SaveFiguresInput<L>,
): Promise<L[]> {
  refuseInvalidAccounts(chart, sent)
  const lines = new Map(present.map((line) => [line.code, line as AnyLine as FigureLine]))
  const changedAt = context.services.now().toISOString()
  const mergedLines = sent.flatMap((line) => {
    const createOrigin = (column: string) => ({
      by: context.actor.userId,
      at: changedAt,
      ...from(line.code, column),
    })
    return mergeLine(lines.get(line.code), line, columns, createOrigin) ?? []
  })
  await before?.(mergedLines.map(({ code }) => lines.get(code) ?? createEmptyLine(entity, code)))
  if (mergedLines.length > 0) await writeFigures(context, entity, record, mergedLines)
  for (const line of mergedLines) lines.set(line.code, line)
  return [...lines.values()] as AnyLine[] as L[]
}

const isEmpty = (line: FigureLine, columns: readonly string[]) =>
  !line.note && columns.every((column) => line[column] == null)

const createEmptyLine = ({ columns }: FigureEntity, code: string) =>
  ({
    ...Object.fromEntries(columns.map((column) => [column, null])),
    code,
    note: null,
    origins: null,
  }) as FigureLine

/** Stores these lines and removes those without a figure or a note, in one statement. */
export async function writeFigures(
  { db }: AnyContext,
  entity: FigureEntity,
  { id, propertyId }: FiguresRecord,
  lines: readonly FigureLine[],
): Promise<void> {
  const { table, columns } = entity
  const names = ['code', 'position', ...columns, 'note', 'origins'].map(snakeCase)
  const rows = lines.map((line) => ({
    ...Object.fromEntries(
      ['code', ...columns, 'note', 'origins'].map((name) => [snakeCase(name), line[name as 'code'] ?? null]),
    ),
    position: Number(line.code.replace(/\D/g, '')),
    gone: isEmpty(line, columns),
  }))
  const [parent, rowsJson] = [sql.ref(snakeCase(entity.parent)), JSON.stringify(rows)]
  const columnList = sql.join(names.map((name) => sql.ref(name)))
  const set = names.slice(1).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await sql`
    with sent as (select d.*, coalesce((s.value ->> 'gone')::boolean, false) as is_gone
        from jsonb_array_elements(${rowsJson}::jsonb) s cross
        join lateral jsonb_populate_record(null::${sql.table(table)}, s.value) d),
      removed as (delete from ${sql.table(table)} l using sent where l.${parent} = ${id}
      and l.code = sent.code and sent.is_gone)
    insert into ${sql.table(table)} (${parent}, property_id, ${columnList})
    select ${id}::integer, ${propertyId}::integer, ${columnList} from sent where not is_gone
    on conflict (${parent}, code) do update set ${sql.join(set)}`.execute(db)
}
