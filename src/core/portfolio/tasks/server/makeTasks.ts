import { addDays } from '#kernel/model/dates.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Transaction } from '#kernel/server/database.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { listTaskDates, type TaskDates } from '../model/rules.ts'
import { type DueRules, dueRuleSettings, taskSettings } from '../model/settings.ts'
import { taskTypes } from '../model/taskTypes.ts'
import { filesTypeSql } from './monitoring.ts'
import { isTaskFileableSql, isTaskOnHoldSql } from './sources.ts'

/**
 * The input of the statements below. `calendar` has the dates of every period for each kind of schedule, and
 * `ahead` only those due from today on; both are JSON rows.
 */
type Plan = {
  calendar: string
  ahead: string
  types: string
  horizon: string
  threshold: number
  today: string
  propertyId: number | null
}

type ScheduleKind = {
  taskTypeId: number
  frequency: number
  fiscalYearEndMonth: number
  startsOn: string
  last: string | null
}

/** Loads the values of the settings that decide due dates. */
async function loadDueRules(settings: Settings): Promise<DueRules> {
  const values: Partial<DueRules> = {}
  for (const [name, setting] of Object.entries(dueRuleSettings) as [keyof DueRules, Setting<number>][])
    values[name] = await settings.get(setting)
  return values as DueRules
}

/**
 * Builds the plan with the dates for every kind of schedule (type, frequency, fiscal year end), which are few
 * rows regardless of the number of properties. The calendar covers all existing tasks, so that a run for an
 * earlier day removes nothing.
 */
async function buildPlan(
  transaction: Transaction,
  settings: Settings,
  today: string,
  propertyId: number | null,
): Promise<Plan> {
  const horizon = addDays(today, await settings.get(taskSettings.leadDays))
  const result = await transaction.query<ScheduleKind>(
    `select s.task_type_id as "taskTypeId", s.frequency, p.fiscal_year_end_month as "fiscalYearEndMonth", min(s.starts_on)::text as "startsOn",
      (select max(window_open)::text from task_instance) as last
     from task_schedule s join property p using (property_id)
     where $1::integer is null or s.property_id = $1 group by 1, 2, 3`,
    [propertyId],
  )
  const rules = await loadDueRules(settings)
  const holidayResult = await transaction.query<{ day: string }>(
    'select holiday_date::text as day from holiday',
  )
  const holidays = new Set(holidayResult.rows.map(({ day }) => day))
  const calendar = result.rows.flatMap(({ startsOn, last, ...kind }) => {
    const until = last !== null && last > horizon ? last : horizon
    return listTaskDates(kind, startsOn, until, rules, holidays).map((dates) => getRow(kind, dates))
  })
  const threshold = await settings.get(taskSettings.unitThreshold)
  const ahead = JSON.stringify(calendar.filter((dates) => dates.due_date >= today))
  return {
    calendar: JSON.stringify(calendar),
    ahead,
    types: taskTypeRows,
    horizon,
    threshold,
    today,
    propertyId,
  }
}

const getRow = (kind: Omit<ScheduleKind, 'startsOn' | 'last'>, dates: TaskDates) => ({
  task_type_id: kind.taskTypeId,
  frequency: kind.frequency,
  fiscal_year_end_month: kind.fiscalYearEndMonth,
  anchor: dates.anchor,
  period_start: dates.periodStart,
  period_end: dates.periodEnd,
  window_open: dates.windowOpen,
  due_date: dates.dueDate,
})

/** The task types as JSON rows for a statement. */
export const taskTypeRows = JSON.stringify(
  taskTypes.map(({ taskTypeId, threshold, optional }) => ({ task_type_id: taskTypeId, threshold, optional })),
)

/**
 * SQL: the CTE `owed` of every task that should exist. `$1` is the calendar, `$2` the task types, `$3` the
 * number of units from which a property files, `$4` a property or null for all. A property owes tasks while
 * it is active or its decontrol is not finished.
 */
const owedTasksSql = () => `owed as (
  select s.property_id, s.task_schedule_id, s.task_type_id, c.period_start, c.period_end, c.window_open, c.due_date
  from json_to_recordset($1::json) as c (task_type_id integer, frequency integer, fiscal_year_end_month integer, anchor date,
    period_start date, period_end date, window_open date, due_date date)
  join json_to_recordset($2::json) as t (task_type_id integer, threshold boolean) using (task_type_id)
  join task_schedule s on s.task_type_id = c.task_type_id and s.frequency = c.frequency and s.enabled
    and c.anchor >= s.starts_on and (s.ends_on is null or c.anchor <= s.ends_on)
  join property p on p.property_id = s.property_id and p.fiscal_year_end_month = c.fiscal_year_end_month
  left join property_requirement r on r.property_id = s.property_id and r.module_id = s.task_type_id
  where ${filesTypeSql('$3')} and ${isTaskFileableSql()} and ($4::integer is null or s.property_id = $4))`

/** SQL: whether a task `i` is untouched: nothing was filed, marked or requested for it. */
const isUntouchedSql = () =>
  `i.status_id = ${RequestStatus.NOT_STARTED} and i.submitted is null and i.note is null and i.extension_request_id is null and not ${isTaskOnHoldSql()}`

const isSameTaskSql = `w.property_id = i.property_id and w.task_type_id = i.task_type_id
and w.period_start = i.period_start
  and w.period_end = i.period_end`

/** Returns the parameters of `owed` with one of the two calendars of the plan. */
const getOwedParameters = ({ types: taskTypesJson, threshold, propertyId }: Plan, calendar: string) => [
  calendar,
  taskTypesJson,
  threshold,
  propertyId,
]

/**
 * Adds every missing task that can be filed by the horizon, and returns their number. It is safe to repeat
 * and to run twice at once. It groups rows instead of using an anti-join because the planner does not know
 * the size of the calendar and would compare every pair of rows.
 */
async function addOwedTasks(transaction: Transaction, plan: Plan): Promise<number> {
  const added = await transaction.query(
    `with ${owedTasksSql()} insert into task_instance (property_id, task_schedule_id, task_type_id,
    period_start, period_end, window_open,
        original_due_date, due_date)
     select property_id, max(task_schedule_id), task_type_id, period_start, period_end, max(window_open), max(due_date), max(due_date)
     from (select *, true as missing from owed where window_open <= $5
       union all select property_id, null, task_type_id, period_start, period_end, null, null, false from task_instance) each
     group by property_id, task_type_id, period_start, period_end having bool_and(missing)
     on conflict do nothing`,
    [...getOwedParameters(plan, plan.calendar), plan.horizon],
  )
  return added.rowCount ?? 0
}

/** Moves untouched future tasks after a rule, holiday or setting changed. Tasks already due are not moved. */
async function moveDueDates(transaction: Transaction, plan: Plan): Promise<number> {
  const changed = await transaction.query(
    `with ${owedTasksSql()} update task_instance i set window_open = w.window_open,
    original_due_date = w.due_date, due_date = w.due_date,
        version = i.version + 1
     from owed w where ${isSameTaskSql} and i.due_date > $5 and w.due_date >= $5 and ${isUntouchedSql()}
       and (i.window_open, i.due_date) is distinct from (w.window_open, w.due_date)`,
    [...getOwedParameters(plan, plan.ahead), plan.today],
  )
  return changed.rowCount ?? 0
}

/** Removes untouched future tasks that no enabled schedule requires. Tasks already due are not removed. */
async function removeUnowedTasks(transaction: Transaction, plan: Plan): Promise<number> {
  // It uses EXCEPT for the same reason that `addOwed` groups.
  const removed = await transaction.query(
    `with ${owedTasksSql()}, lost as (
       select property_id, task_type_id, period_start, period_end from task_instance
         where due_date > $5 and ($4::integer is null or property_id = $4) and status_id = ${RequestStatus.NOT_STARTED}
       except select property_id, task_type_id, period_start, period_end from owed)
     delete from task_instance i using lost w where ${isSameTaskSql} and i.due_date > $5
     and ${isUntouchedSql()}`,
    [...getOwedParameters(plan, plan.ahead), plan.today],
  )
  return removed.rowCount ?? 0
}

/** The numbers of tasks that were added, moved and removed. */
export type TaskCounts = { added: number; moved: number; removed: number }

/**
 * Brings the tasks of all properties in line with their schedules on a day (`YYYY-MM-DD`), in six statements.
 * For any order of days and any number of runs, each period has exactly one task.
 */
export async function makeTasks(
  transaction: Transaction,
  settings: Settings,
  today: string,
): Promise<TaskCounts> {
  const plan = await buildPlan(transaction, settings, today, null)
  const removed = await removeUnowedTasks(transaction, plan)
  const moved = await moveDueDates(transaction, plan)
  return { added: await addOwedTasks(transaction, plan), moved, removed }
}

/**
 * Removes the untouched future tasks that a property no longer owes, after a schedule or requirement changed.
 */
export async function dropUnowedTasks(
  { transaction, settings }: { transaction: Transaction; settings: Settings },
  propertyId: number,
): Promise<void> {
  await removeUnowedTasks(transaction, await buildPlan(transaction, settings, settings.today(), propertyId))
}

/**
 * Adds the tasks that a property owes and removes untouched tasks that it no longer owes, after its
 * requirements changed.
 */
export async function syncTasksOfProperty(
  { transaction, settings }: { transaction: Transaction; settings: Settings },
  propertyId: number,
): Promise<void> {
  const plan = await buildPlan(transaction, settings, settings.today(), propertyId)
  await removeUnowedTasks(transaction, plan)
  await addOwedTasks(transaction, plan)
}
