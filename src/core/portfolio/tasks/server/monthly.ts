import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Schedule } from '../model/frequency.ts'
import { syncTasksOfProperty } from './makeTasks.ts'
import { syncTaskStatuses } from './sources.ts'

/** A monthly task of a property with its first and last day, `YYYY-MM-DD`; null `through` means no end. */
export type MonthlyTask = { propertyId: number; taskTypeId: number; from: string; through: string | null }

/** SQL: whether a schedule is an enabled one of the task in its period. */
const isScheduleOf = ({ propertyId, taskTypeId, from, through }: MonthlyTask) => sql`
  property_id = ${propertyId} and task_type_id = ${taskTypeId} and enabled
    and daterange(starts_on, ends_on, '[]') && daterange(date_trunc('month', ${from}::date)::date,
    ${through}::date, '[]')`

/**
 * Creates the schedule of a monthly task, or moves the dates of the existing one. Its tasks are added at
 * once, and unanswered tasks after the end are removed. Runs eight statements.
 */
export async function scheduleMonthly(context: AnyContext, monthly: MonthlyTask): Promise<void> {
  const { propertyId, taskTypeId, from, through } = monthly
  const { db } = context
  const [begins, ends] = [sql`${from}::date`, sql`${through}::date`]
  await sql`with known as (select task_schedule_id, count(*) over () as several from task_schedule
    where ${isScheduleOf(monthly)}
      order by starts_on desc limit 1),
    kept as (update task_schedule s set frequency = ${Schedule.Monthly}, start_quarter_quarter_id = null,
    end_quarter_quarter_id = null,
        start_year = case when k.several = 1 then extract(year from ${begins}) else s.start_year end,
        start_month = case when k.several = 1 then extract(month from ${begins}) else s.start_month end,
        end_year = extract(year from ${ends}), end_month = extract(month
        from ${ends}), version = s.version + 1
      from known k where s.task_schedule_id = k.task_schedule_id)
    insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month, end_year,
    end_month)
    select ${propertyId}, ${taskTypeId}, ${Schedule.Monthly}, extract(year from ${begins}), extract(month
    from ${begins}),
      extract(year from ${ends}), extract(month from ${ends}) where not exists (select from known)`.execute(
    db,
  )
  await sql`delete from task_instance where task_schedule_id in (select task_schedule_id from task_schedule
    where ${isScheduleOf(monthly)})
    and period_start > ${ends} and request_id is null`.execute(db)
  await syncTasksOfProperty(context, propertyId)
  await syncTaskStatuses(db, { taskTypeId, propertyId })
}

/** Disables the schedule of a monthly task that was set up by mistake, and removes its unanswered tasks. */
export async function unscheduleMonthly(
  { db }: AnyContext,
  monthly: MonthlyTask,
  reason: string,
): Promise<void> {
  await sql`with ended as (update task_schedule set enabled = false, reason = ${reason}, version = version + 1
      where ${isScheduleOf(monthly)} returning task_schedule_id)
    delete from task_instance where task_schedule_id in (select task_schedule_id from ended)
    and request_id is null`.execute(db)
}
