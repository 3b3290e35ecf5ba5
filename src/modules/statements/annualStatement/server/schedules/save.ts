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
  const known = new Map(carriedLines(part, sources).map((line) => [getIdentity(schedule, line.values), line]))
  return (row: ScheduleRow, column: string): string | undefined => {
    const line = known.get(getIdentity(schedule, row))
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
  const at = context.services.now().toISOString()
  const carried = carriedBy(part, sources)
  for (const column of getAnnualStatementMoney(getAnnualStatementSchedule(part))) {
    const present = (before?.[column] ?? null) as number | null
    if ((line[column] ?? null) === present) continue
    const from = carried(line, column)
    origins[column] = getOrigin(origins[column], present, {
      by: context.actor.userId,
      at,
      ...(brought ?? (from ? { carried: from } : {})),
    })
  }
  return { ...line, origins: Object.keys(origins).length > 0 ? origins : null }
}

/**
 * Refuses lines that a schedule of fixed lines does not have, has as a total, or that are sent twice (400).
 */
export function refuseForeign({ lines, label, part }: Schedule, sent: readonly ScheduleRow[]): void {
  if (!lines) return
  const draft = new Set(lines.filter((line) => !line.formula).map((line) => line.code))
  sent.forEach(({ code }, index) => {
    const twice = sent.findIndex((item) => item.code === code) < index
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
  sent: readonly ScheduleRow[],
  sources: Sources,
  brought?: BroughtBy,
): Line[] {
  const schedule = getAnnualStatementSchedule(part)
  const { key, content, entity, lines } = schedule
  refuseForeign(schedule, sent)
  const empty = emptyRecord(entity)
  const all = sent.map((row, index): Line => {
    const known = present.find((item) =>
      row[key]
        ? item[key] === row[key]
        : lines
          ? item.code === row.code
          : row.clientKey && item.clientKey === row.clientKey,
    )
    if (row[key] && !known) refuse.notFound(`${schedule.noun} ${index + 1}`)
    const written = Object.fromEntries(
      content.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
    )
    const line = { ...empty, ...known, ...written, clientKey: known?.clientKey ?? row.clientKey ?? null }
    return {
      ...originated(context, part, known, line, sources, brought?.(part, index)),
      [key]: known?.[key] ?? 0,
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
    const removed = present[part].some((known) => !partLines.some((line) => line[key] === known[key]))
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
  sent: readonly ScheduleRow[],
): ScheduleRow[] {
  const schedule = getAnnualStatementSchedule(part)
  const left = [...present]
  return sent.map((row) => {
    const index = left.findIndex((item) => getIdentity(schedule, item) === getIdentity(schedule, row))
    const known = index < 0 ? undefined : left.splice(index, 1)[0]
    return { ...row, [schedule.key]: known?.[schedule.key] ?? 0, clientKey: known?.clientKey ?? null }
  })
}

/** Restores schedules to an earlier state, including the ids and origins of their lines. */
export const restoreSchedules = (context: AnyContext, row: StatementRow, stood: SentSchedules) =>
  write(
    context,
    row,
    sentParts(stood).map((part) => [
      part,
      (stood[part] ?? []).map((line, index) => ({ ...line, position: index + 1 })),
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
  const listed = (alias: string) => sql.join(names.map((name) => sql.ref(`${alias}.${snakeCase(name)}`)))
  const ids = lines.map((line) => line[key])
  return sql`${sql.ref(`${part} gone`)} as (delete from ${target} where afs_id = ${afsId}
    and not ${id} = any (${ids}::integer[])),
    ${sql.ref(part)} as (insert into ${target} as line (${id}, afs_id, property_id, ${sql.join(columns)})
    select coalesce(nullif(d.${id}, 0), nextval(pg_get_serial_sequence(${table}, ${snakeCase(key)}))),
    ${afsId}::integer, ${propertyId}::integer, ${listed('d')}
    from jsonb_populate_recordset(null::${target}, ${JSON.stringify(records)}::jsonb) d order by d.position
    on conflict (${id}) do update set ${sql.join(columns.map((name) => sql`${name} = excluded.${name}`))}
      where (${listed('line')}) is distinct from (${listed('excluded')}) returning 1)`
}
