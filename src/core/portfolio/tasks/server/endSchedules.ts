import { type RawBuilder, sql } from 'kysely'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Schedule } from '../model/frequency.ts'
import { dropUnowedTasks } from './makeTasks.ts'

/** A schedule that would end on a day, and how many of its tasks would be removed. */
export type EndingSchedule = { propertyId: number; taskTypeId: number; frequency: number; tasks: number }

/** SQL: whether a schedule `s` of these properties continues after a day. */
const continuesAfter = (propertyIds: readonly number[], day: string): RawBuilder<unknown> => sql`
  s.property_id = any (${[...propertyIds]}::integer[]) and s.enabled and (s.ends_on is null
  or s.ends_on > ${day}::date)`

/** SQL: whether a task `i` is unanswered and its period begins after a day. */
const isLaterTask = (day: string): RawBuilder<unknown> =>
  sql`i.period_start > ${day}::date and i.request_id is null and i.status_id = ${RequestStatus.NOT_STARTED}`

/** Loads the schedules that would end if properties filed nothing after a day, in one statement. */
export async function loadEndingSchedules(
  { db }: AnyContext,
  propertyIds: readonly number[],
  day: string,
): Promise<EndingSchedule[]> {
  const result = await sql<EndingSchedule>`
    select s.property_id, s.task_type_id, s.frequency, (select count(*)::integer from task_instance i
      where i.task_schedule_id = s.task_schedule_id and ${isLaterTask(day)}) as tasks
    from task_schedule s where ${continuesAfter(propertyIds, day)} order by s.property_id, s.task_type_id,
    s.starts_on`.execute(db)
  return result.rows
}

/**
 * Ends every schedule of a property with the period that contains `day`, and removes later unanswered tasks.
 * Schedules that would begin after `day` are disabled.
 */
export async function endSchedules(
  context: AnyContext,
  propertyId: number,
  day: string,
  reason: string,
): Promise<void> {
  const { db } = context
  await sql`delete from task_instance i where i.property_id = ${propertyId} and ${isLaterTask(day)}
    and exists (select from task_schedule s where s.task_schedule_id = i.task_schedule_id
    and ${continuesAfter([propertyId], day)})`.execute(db)
  await sql`update task_schedule s set enabled = false, reason = ${reason}, version = s.version + 1
    where ${continuesAfter([propertyId], day)} and s.starts_on > ${day}::date`.execute(db)
  await sql`update task_schedule s set reason = ${reason}, version = s.version + 1, end_year = extract(year
    from ${day}::date),
      end_month = case s.frequency when ${Schedule.Monthly} then extract(month from ${day}::date) end,
      end_quarter_quarter_id = case s.frequency when ${Schedule.Quarterly} then extract(quarter
      from ${day}::date) end
    where ${continuesAfter([propertyId], day)}`.execute(db)
  await dropUnowedTasks(context, propertyId)
}
