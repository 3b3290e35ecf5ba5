import { sql } from 'kysely'
import { emptyRecord } from '#kernel/model/controller.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getOrigin, type Origin } from '#statement/model/index.ts'
import {
  carriedLines,
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
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
type Line = Record<string, unknown>
/** The row of a file that a line comes from. */
type Brought = Pick<Origin, 'file' | 'sheet' | 'row'>
type BroughtBy = (part: Part, index: number) => Brought

export const sentParts = (payload: SentSchedules): Part[] =>
  parts.filter((part) => payload[part] !== undefined)

/** Returns the schedules as they will be after a save. */
export const withSent = (rows: Rows, payload: SentSchedules): Rows => ({ ...rows, ...payload })

/** Returns a source's current values of a line by column, with the source's name. */
function carriedBy(part: Part, sources: Sources) {
  const schedule = getAnnualStatementSchedule(part)
  const linesByIdentity = new Map(
    carriedLines(part, sources).map((line) => [getIdentity(schedule, line.values), line]),
  )
  return (row: ScheduleRow, column: string): string | undefined => {
    const line = linesByIdentity.get(getIdentity(schedule, row))
    return line && line.values[column] === row[column] ? line.from[column] : undefined
  }
}

/** Returns the line to be stored, with the origin of each figure that changed. */
export function originated(
  context: AnyContext,
  part: Part,
  before: ScheduleRow | undefined,
  line: Line,
  sources: Sources,
  brought?: Brought,
): Line {
  const origins = { ...(before?.origins as Record<string, Origin> | null | undefined) }
  const timestamp = context.services.now().toISOString()
  const getSource = carriedBy(part, sources)
  for (const column of getAnnualStatementMoney(getAnnualStatementSchedule(part))) {
    const present = (before?.[column] ?? null) as number | null
    if ((line[column] ?? null) === present) continue
    const from = getSource(line, column)
    origins[column] = getOrigin(origins[column], present, {
      by: context.actor.userId,
      at: timestamp,
      ...(brought ?? (from ? { carried: from } : {})),
    })
  }
  return { ...line, origins: Object.keys(origins).length > 0 ? origins : null }
}

/**
 * Refuses lines that a schedule of fixed lines does not have, has as a total, or that are sent twice (400).
 */
export function refuseForeign({ lines, label, part }: Schedule, sentRows: readonly ScheduleRow[]): void {
  if (!lines) return
  const draft = new Set(lines.filter((line) => !line.formula).map((line) => line.code))
  sentRows.forEach(({ code }, index) => {
    const twice = sentRows.findIndex((item) => item.code === code) < index
    if (twice || !draft.has(String(code)))
      refuse.invalid([
        {
          field: `${part}.${index}.code`,
          message: twice
            ? `${label}: ${code} is sent twice.`
            : `${label} has no line ${code} that is entered.`,
        },
      ])
  })
}

function merged(
  context: AnyContext,
  part: Part,
  present: readonly ScheduleRow[],
  sentRows: readonly ScheduleRow[],
  sources: Sources,
  brought?: BroughtBy,
): Line[] {
  const schedule = getAnnualStatementSchedule(part)
  const { key, content, entity, lines } = schedule
  refuseForeign(schedule, sentRows)
  const empty = emptyRecord(entity)
  const all = sentRows.map((row, index): Line => {
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
      ...originated(context, part, existing, line, sources, brought?.(part, index)),
      [key]: existing?.[key] ?? 0,
      position: index + 1,
    }
  })
  // A fixed line that holds nothing is none.
  return lines ? all.filter((line) => Object.keys(schedule.columns).some((name) => line[name] != null)) : all
}

/**
 * Stores the schedules that were sent of a locked statement, all in one statement; lines that were not sent
 * are removed. Answers what those are called in which anything changed.
 */
export async function saveSchedules(
  context: AnyContext,
  row: StatementRow,
  payload: SentSchedules,
  present: Rows,
  sources: Sources,
  brought?: BroughtBy,
): Promise<string[]> {
  const lines = sentParts(payload).map(
    (part) => [part, merged(context, part, present[part], payload[part] ?? [], sources, brought)] as const,
  )
  const written = await write(context, row, lines)
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
export function recognized(
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
  write(
    context,
    row,
    sentParts(earlierSchedules).map((part) => [
      part,
      (earlierSchedules[part] ?? []).map((line, index) => ({ ...line, position: index + 1 })),
    ]),
  )

/**
 * Stores all lines of these schedules in one statement. Returns the schedules in which a line is new or
 * changed.
 */
async function write(
  { db }: AnyContext,
  row: StatementRow,
  schedules: readonly (readonly [Part, readonly Line[]])[],
): Promise<Set<string>> {
  if (schedules.length === 0) return new Set()
  const written = schedules.map(
    ([part]) => sql`select ${part}::text as part where exists (select from ${sql.ref(part)})`,
  )
  const result = await sql<{
    part: string
  }>`with ${sql.join(schedules.map(([part, lines]) => writing(row, part, lines)))}
    ${sql.join(written, sql` union all `)}`.execute(db)
  return new Set(result.rows.map((row) => row.part))
}

/**
 * SQL: removes the lines of a schedule that are not given, and stores those that are; by its name, those that
 * changed.
 */
function writing({ afsId, propertyId }: StatementRow, part: Part, lines: readonly Line[]) {
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
