import { type RawBuilder, sql } from 'kysely'
import { getTaskDueLabel, getTaskStatusLabel, TaskDueStatus } from '#core/platform/lookups/model/index.ts'
import { daysBetween } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { longAnswer } from '#kernel/server/longLists.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { getPeriodLabel } from '../model/rules.ts'
import type { TaskLine } from '../model/shapes.ts'
import { getTaskTypeLabel, taskTypes } from '../model/taskTypes.ts'
import { isOptionalSql, isOverdueSql } from './overdue.ts'
import { taskUrlSql } from './sources.ts'

/** SQL: rows `t (task_type_id, key, extendable)` of every task type with its permission key. */
export const typeKeys = sql`(values ${sql.join(
  taskTypes.map(
    ({ taskTypeId, key, extendable }) =>
      sql`(${sql.lit(taskTypeId)}, ${sql.lit(key)}, ${sql.lit(extendable)})`,
  ),
)}) as t (task_type_id, key, extendable)`

/**
 * SQL: the CTE `permitted (task_type_id, extendable, properties, written)` with the properties where the user
 * may read and write each type; null means everywhere. It is needed because row-level security checks only
 * one key for a call, and each type of task has its own.
 */
export const permittedTypesSql = (
  userId: number,
) => sql`permitted as materialized (select t.task_type_id, t.extendable,
  kernel.scope(${userId}, t.key, 'read') as properties, kernel.scope(${userId}, t.key, 'write') as written
  from ${typeKeys})`

/** SQL: joins tasks `i` with `permitted`, so that only tasks the user may read remain. */
export const permittedJoin = sql`join permitted h on h.task_type_id = i.task_type_id and (h.properties is null
  or i.property_id = any (h.properties))`

/** SQL: whether a task `i` was optional, was not filed, and is past its due date. Nothing is left to do. */
export const hasLapsedSql = (today: string) =>
  sql`(${isOptionalSql()} and ${statusIs.unfiled('i')} and i.due_date < ${today}::date)`

/** SQL: the due state of a task `i`, from its dates until submission (domain 1.2); null once submitted. */
export const dueStatusSql = (today: string) => sql<number | null>`case when ${statusIs.unfiled('i')}
  then case when ${today}::date < i.window_open then 0 when ${today}::date <= i.due_date then 1
    when ${isOverdueSql(today)} then 2 else 0 end
  when i.status_id = ${sqlStatus.SUBMITTED} then null else i.status_id end`

type StoredTask = Omit<TaskLine, 'taskName' | 'periodLabel' | 'statusLabel' | 'daysLate'> & {
  periodStart: string
  periodEnd: string
}

/** Loads the tasks that match a condition on `i`, in one statement. */
export async function loadTaskLines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<TaskLine[]> {
  const today = context.settings.today()
  const result = await buildLinesQuery(context, condition).execute(context.db)
  return result.rows.map((row) => getLine(row, today))
}

/**
 * Loads the tasks that match a condition on `i`, for a handler whose answer may be long: it is then sent in
 * pieces.
 */
export function loadLongTaskLines(context: AnyContext, condition: RawBuilder<unknown>): Promise<TaskLine[]> {
  const today = context.settings.today()
  return longAnswer(context, buildLinesQuery(context, condition), (row) => getLine(row, today))
}

function buildLinesQuery(context: AnyContext, condition: RawBuilder<unknown>): RawBuilder<StoredTask> {
  const today = context.settings.today()
  return sql<StoredTask>`with ${permittedTypesSql(context.actor.userId)}
    select i.task_instance_id, i.property_id, p.name as property_name, c.name as management_company_name,
    i.task_type_id,
      i.period_start, i.period_end, i.window_open, i.original_due_date, i.due_date,
      ${dueStatusSql(today)} as due_status,
      i.status_id, i.submitted, i.note, i.extension_request_id is not null as extended,
      ${taskUrlSql()} as url,
      i.version,
      h.extendable and ${statusIs.unfiled('i')} and (h.written is null
      or i.property_id = any (h.written)) as may_extend
    from task_instance i ${permittedJoin}
    join property p on p.property_id = i.property_id
    left join management_company c on c.management_company_id = p.management_company_id
    where ${condition} order by i.due_date, p.name, i.task_type_id, i.task_instance_id`
}

function getLine({ periodStart, periodEnd, ...row }: StoredTask, today: string): TaskLine {
  const taskName = getTaskTypeLabel(row.taskTypeId)
  const open = row.statusId === RequestStatus.NOT_STARTED || row.statusId === RequestStatus.NOT_SUBMITTED
  return {
    ...row,
    taskName,
    periodLabel: getPeriodLabel(periodStart, periodEnd),
    statusLabel: open
      ? getTaskDueLabel(row.dueStatus ?? 0)
      : getTaskStatusLabel(row.statusId, { task: taskName }),
    daysLate: row.dueStatus === TaskDueStatus.OVERDUE ? daysBetween(row.dueDate, today) : null,
  }
}

/** Returns the property's id if the caller may see it. Refuses with not found otherwise. */
export async function requireVisibleProperty(context: AnyContext, propertyId: number): Promise<number> {
  const property = await context.db
    .selectFrom('property')
    .select('propertyId')
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  return property?.propertyId ?? refuse.notFound('This property')
}

/** Returns the first letter in capitals, or # if the text does not begin with a letter. */
const getInitial = (letter: string): string => (/^[a-z]/i.test(letter) ? letter.charAt(0).toUpperCase() : '#')

/** SQL: whether the name of a property `p` begins with a letter; # means any other character, '' any name. */
export function nameBeginsWithSql(letter: string | undefined): RawBuilder<unknown> {
  if (!letter?.trim()) return sql`true`
  const first = getInitial(letter.trim())
  return first === '#' ? sql`p.name !~* '^[a-z]'` : sql`upper(left(p.name, 1)) = ${first}`
}

/** SQL: whether a task `i` is not decided yet and has not lapsed. */
export const isOpenTaskSql = (today: string) =>
  sql`(i.status_id in (${sqlStatus.NOT_STARTED}, ${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED},
    ${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED}) and not ${hasLapsedSql(today)})`
