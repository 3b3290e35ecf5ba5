import { sql } from 'kysely'
import { getOrigin, type Origin } from '#engines/worksheet/model/index.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
  getCarriedLines,
  getIdentity,
  type Part,
  parts,
  type Rows,
  type Schedule,
  type ScheduleRow,
  type Sources,
} from '../../model/schedules/index.ts'
import type { StatementRow } from '../../model/statements.ts'

/** The schedules in a save: those that changed, each with all its lines. */
export type SentSchedules = Partial<Record<Part, readonly ScheduleRow[]>>
type StoredLine = Record<string, unknown>
/** The row of a file that a line comes from. */
type FileRow = Pick<Origin, 'file' | 'sheet' | 'row'>
type GetFileRow = (part: Part, index: number) => FileRow

export const getSentParts = (payload: SentSchedules): Part[] =>
  parts.filter((part) => payload[part] !== undefined)

/** Returns the schedules as they will be after a save. */
export const replaceSentSchedules = (rows: Rows, payload: SentSchedules): Rows => ({ ...rows, ...payload })

/**
 * Returns a function that names the source of a line's figure, if the figure equals the source's current
 * value.
 */
function findCarriedSource(part: Part, sources: Sources) {
  const schedule = getAnnualStatementSchedule(part)
  const linesByIdentity = new Map(
    getCarriedLines(part, sources).map((line) => [getIdentity(schedule, line.values), line]),
  )
  return (row: ScheduleRow, column: string): string | undefined => {
    const line = linesByIdentity.get(getIdentity(schedule, row))
    return line && line.values[column] === row[column] ? line.from[column] : undefined
  }
}

/**
 * Returns the line to store, with the origin of each figure that changed: its author and time, and the file
 * row or the source it comes from.
 */
export function addOrigins(
  context: AnyContext,
  part: Part,
  before: ScheduleRow | undefined,
  line: StoredLine,
  sources: Sources,
  fileRow?: FileRow,
): StoredLine {
  const origins = { ...(before?.origins as Record<string, Origin> | null | undefined) }
  const timestamp = context.services.now().toISOString()
  const getSource = findCarriedSource(part, sources)
  for (const column of getAnnualStatementMoney(getAnnualStatementSchedule(part))) {
    const present = (before?.[column] ?? null) as number | null
    if ((line[column] ?? null) === present) continue
    const from = getSource(line, column)
    origins[column] = getOrigin(origins[column], present, {
      by: context.actor.userId,
      at: timestamp,
      ...(fileRow ?? (from ? { carried: from } : {})),
    })
  }
  return { ...line, origins: Object.keys(origins).length > 0 ? origins : null }
}

/**
 * Refuses lines that a schedule with fixed lines does not have, that are totals, or that are sent twice
 * (400).
 */
export function refuseInvalidLines({ lines, label, part }: Schedule, sentRows: readonly ScheduleRow[]): void {
  if (!lines) return
  const entryCodes = new Set(lines.filter((line) => !line.formula).map((line) => line.code))
  sentRows.forEach(({ code }, index) => {
    const isRepeated = sentRows.findIndex((item) => item.code === code) < index
    if (isRepeated || !entryCodes.has(String(code)))
      refuse.invalid([
        {
          field: `${part}.${index}.code`,
          message: isRepeated
            ? `${label}: ${code} is sent twice.`
            : `${label} has no line ${code} that is entered.`,
        },
      ])
  })
}

function mergeLines(
  context: AnyContext,
  part: Part,
  present: readonly ScheduleRow[],
  sentRows: readonly ScheduleRow[],
  sources: Sources,
  fileRow?: GetFileRow,
): StoredLine[] {
  const schedule = getAnnualStatementSchedule(part)
  const { key, content, entity, lines } = schedule
  refuseInvalidLines(schedule, sentRows)
  const empty = emptyRecord(entity)
  const all = sentRows.map((row, index): StoredLine => {
    const existing = present.find((item) =>
      row[key]
        ? item[key] === row[key]
        : lines
          ? item.code === row.code
          : row.clientKey && item.clientKey === row.clientKey,
    )
    if (row[key] && !existing) refuse.notFound(`${schedule.noun} ${index + 1}`)
    const written = Object.fromEntries(
      content.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
    )
    const line = {
      ...empty,
      ...existing,
      ...written,
      clientKey: existing?.clientKey ?? row.clientKey ?? null,
    }
    return {
      ...addOrigins(context, part, existing, line, sources, fileRow?.(part, index)),
      [key]: existing?.[key] ?? 0,
      position: index + 1,
    }
  })
  // A fixed line without any value is not stored.
  return lines ? all.filter((line) => Object.keys(schedule.columns).some((name) => line[name] != null)) : all
}

/**
 * Stores the schedules that a save sent for a locked statement, in one SQL statement. Lines that were not
 * sent are removed. Returns the labels of the schedules in which anything changed.
 */
export async function saveSchedules(
  context: AnyContext,
  row: StatementRow,
  payload: SentSchedules,
  present: Rows,
  sources: Sources,
  fileRow?: GetFileRow,
): Promise<string[]> {
  const lines = getSentParts(payload).map(
    (part) =>
      [part, mergeLines(context, part, present[part], payload[part] ?? [], sources, fileRow)] as const,
  )
  const written = await writeSchedules(context, row, lines)
  return lines.flatMap(([part, partLines]) => {
    const { key, label } = getAnnualStatementSchedule(part)
    const removed = present[part].some((existing) => !partLines.some((line) => line[key] === existing[key]))
    return removed || written.has(part) ? [label] : []
  })
}

/**
 * Returns the lines of a file with the ids of the stored lines they replace, matched by their identity from
 * year to year.
 */
export function matchStoredLines(
  part: Part,
  present: readonly ScheduleRow[],
  sentRows: readonly ScheduleRow[],
): ScheduleRow[] {
  const schedule = getAnnualStatementSchedule(part)
  const remaining = [...present]
  return sentRows.map((row) => {
    const index = remaining.findIndex((item) => getIdentity(schedule, item) === getIdentity(schedule, row))
    const existing = index < 0 ? undefined : remaining.splice(index, 1)[0]
    return { ...row, [schedule.key]: existing?.[schedule.key] ?? 0, clientKey: existing?.clientKey ?? null }
  })
}

/** Restores schedules to an earlier state, including the ids and origins of their lines. */
export const restoreSchedules = (context: AnyContext, row: StatementRow, earlierSchedules: SentSchedules) =>
  writeSchedules(
    context,
    row,
    getSentParts(earlierSchedules).map((part) => [
      part,
      (earlierSchedules[part] ?? []).map((line, index) => ({ ...line, position: index + 1 })),
    ]),
  )

/**
 * Stores all lines of these schedules in one SQL statement. Returns the schedules with a new or changed
 * line.
 */
async function writeSchedules(
  { db }: AnyContext,
  row: StatementRow,
  schedules: readonly (readonly [Part, readonly StoredLine[]])[],
): Promise<Set<string>> {
  if (schedules.length === 0) return new Set()
  const written = schedules.map(
    ([part]) => sql`select ${part}::text as part where exists (select from ${sql.ref(part)})`,
  )
  const result = await sql<{
    part: string
  }>`with ${sql.join(schedules.map(([part, lines]) => buildWriteSql(row, part, lines)))}
    ${sql.join(written, sql` union all `)}`.execute(db)
  return new Set(result.rows.map((row) => row.part))
}

/**
 * SQL: removes the stored lines of a schedule that are not among `lines`, and stores those that are. The
 * query named after the schedule returns one row per changed line.
 */
function buildWriteSql({ afsId, propertyId }: StatementRow, part: Part, lines: readonly StoredLine[]) {
  const { key, table, content } = getAnnualStatementSchedule(part)
  const names = ['position', 'clientKey', ...content, 'origins']
  const records = lines.map((line) =>
    Object.fromEntries([key, ...names].map((name) => [snakeCase(name), line[name] ?? null])),
  )
  const columns = names.map((name) => sql.ref(snakeCase(name)))
  const [target, id] = [sql.table(table), sql.ref(snakeCase(key))]
  const joinColumns = (alias: string) => sql.join(names.map((name) => sql.ref(`${alias}.${snakeCase(name)}`)))
  const ids = lines.map((line) => line[key])
  return sql`${sql.ref(`${part} gone`)} as (delete from ${target} where afs_id = ${afsId}
    and not ${id} = any (${ids}::integer[])),
    ${sql.ref(part)} as (insert into ${target} as line (${id}, afs_id, property_id, ${sql.join(columns)})
    select coalesce(nullif(d.${id}, 0), nextval(pg_get_serial_sequence(${table}, ${snakeCase(key)}))),
    ${afsId}::integer, ${propertyId}::integer, ${joinColumns('d')}
    from jsonb_populate_recordset(null::${target}, ${JSON.stringify(records)}::jsonb) d order by d.position
    on conflict (${id}) do update set ${sql.join(columns.map((name) => sql`${name} = excluded.${name}`))}
      where (${joinColumns('line')}) is distinct from (${joinColumns('excluded')}) returning 1)`
}
