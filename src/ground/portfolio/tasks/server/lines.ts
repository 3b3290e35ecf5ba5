import { type RawBuilder, sql } from 'kysely'
import { TaskDueStatus, taskDueLabel, taskStatusLabel } from '#ground/platform/lookups/model/index.ts'
import { daysBetween } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { longAnswer } from '#kernel/server/longLists.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { periodLabel } from '../model/rules.ts'
import type { TaskLine } from '../model/shapes.ts'
import { taskTypeLabel, taskTypes } from '../model/taskTypes.ts'
import { isOptional, isOverdue } from './overdue.ts'
import { taskUrl } from './sources.ts'

/** Every task type with its permission key, as rows. */
export const typeKeys = sql`(values ${sql.join(
  taskTypes.map(
    ({ taskTypeId, key, extendable }) =>
      sql`(${sql.lit(taskTypeId)}, ${sql.lit(key)}, ${sql.lit(extendable)})`,
  ),
)}) as t (task_type_id, key, extendable)`

/**
 * The types and where this caller may read them: `permitted (task_type_id, extendable, properties)`, null for
 * everywhere. Row-level security knows one key for a call; a list of tasks has one for each type.
 */
export const permittedTypes = (
  userId: number,
) => sql`permitted as materialized (select t.task_type_id, t.extendable,
  kernel.scope(${userId}, t.key, 'read') as properties, kernel.scope(${userId}, t.key, 'write') as written
  from ${typeKeys})`

/** Joins tasks `i` with the types this caller may read. */
export const permittedJoin = sql`join permitted h on h.task_type_id = i.task_type_id and (h.properties is null
  or i.property_id = any (h.properties))`

/** A task `i` that could have been filed and need not: its time is over, and nothing is to be done. */
export const lapsed = (today: string) =>
  sql`(${isOptional()} and ${statusIs.unfiled('i')} and i.due_date < ${today}::date)`

/** When a task `i` is due, by the dates while nothing is submitted (domain 1.2); null once submitted. */
export const dueStatus = (today: string) => sql<number | null>`case when ${statusIs.unfiled('i')}
  then case when ${today}::date < i.window_open then 0 when ${today}::date <= i.due_date then 1
    when ${isOverdue(today)} then 2 else 0 end
  when i.status_id = ${sqlStatus.SUBMITTED} then null else i.status_id end`

type Stored = Omit<TaskLine, 'taskName' | 'periodLabel' | 'statusLabel' | 'daysLate'> & {
  periodStart: string
  periodEnd: string
}

/** Loads the tasks that meet a condition on `i`: one statement, regardless of their number. */
export async function taskLines(context: AnyContext, condition: RawBuilder<unknown>): Promise<TaskLine[]> {
  const today = context.settings.today()
  const result = await linesQuery(context, condition).execute(context.db)
  return result.rows.map((row) => getLine(row, today))
}

/**
 * The same for a list of any length: answered by a handler, it is written piece by piece where it is long.
 */
export function longTaskLines(context: AnyContext, condition: RawBuilder<unknown>): Promise<TaskLine[]> {
  const today = context.settings.today()
  return longAnswer(context, linesQuery(context, condition), (row) => getLine(row, today))
}

function linesQuery(context: AnyContext, condition: RawBuilder<unknown>): RawBuilder<Stored> {
  const today = context.settings.today()
  return sql<Stored>`with ${permittedTypes(context.actor.userId)}
    select i.task_instance_id, i.property_id, p.name as property_name, c.name as management_company_name,
    i.task_type_id,
      i.period_start, i.period_end, i.window_open, i.original_due_date, i.due_date,
      ${dueStatus(today)} as due_status,
      i.status_id, i.submitted, i.note, i.extension_request_id is not null as extended, ${taskUrl()} as url,
      i.version,
      h.extendable and ${statusIs.unfiled('i')} and (h.written is null
      or i.property_id = any (h.written)) as may_extend
    from task_instance i ${permittedJoin}
    join property p on p.property_id = i.property_id
    left join management_company c on c.management_company_id = p.management_company_id
    where ${condition} order by i.due_date, p.name, i.task_type_id, i.task_instance_id`
}

function getLine({ periodStart, periodEnd, ...row }: Stored, today: string): TaskLine {
  const taskName = taskTypeLabel(row.taskTypeId)
  const open = row.statusId === RequestStatus.NOT_STARTED || row.statusId === RequestStatus.NOT_SUBMITTED
  return {
    ...row,
    taskName,
    periodLabel: periodLabel(periodStart, periodEnd),
    statusLabel: open ? taskDueLabel(row.dueStatus ?? 0) : taskStatusLabel(row.statusId, { task: taskName }),
    daysLate: row.dueStatus === TaskDueStatus.OVERDUE ? daysBetween(row.dueDate, today) : null,
  }
}

/** The property's id when the caller may see it; not found otherwise. */
export async function seenProperty(context: AnyContext, propertyId: number): Promise<number> {
  const property = await context.db
    .selectFrom('property')
    .select('propertyId')
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  return property?.propertyId ?? refuse.notFound('This property')
}

/** A name's first letter in capitals, or # for any other sign; a text of more letters counts by its first. */
const initial = (letter: string): string => (/^[a-z]/i.test(letter) ? letter.charAt(0).toUpperCase() : '#')

/** SQL: properties `p` whose names begin with a letter; # means any other sign, an empty text all. */
export function beginsWith(letter: string | undefined): RawBuilder<unknown> {
  if (!letter?.trim()) return sql`true`
  const first = initial(letter.trim())
  return first === '#' ? sql`p.name !~* '^[a-z]'` : sql`upper(left(p.name, 1)) = ${first}`
}

/** Tasks on which something is still to be done: not decided, and listed already. */
export const openTasks = (today: string) =>
  sql`(i.status_id in (${sqlStatus.NOT_STARTED}, ${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED},
    ${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED}) and not ${lapsed(today)})`
