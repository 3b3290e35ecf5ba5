import type pg from 'pg'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { Schedule } from '#core/portfolio/tasks/model/frequency.ts'
import {
  type DueRules,
  dueRuleSettings,
  listTaskDates,
  TaskType,
  taskTypes,
} from '#core/portfolio/tasks/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChance, drawChoice } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio, Property } from '../types.ts'

/**
 * Loads task schedules and tasks. The schedules of a property follow from its real programs. The status of
 * each task is drawn.
 */

/** The minimum number of units of a monitored property. */
const MIN_UNITS = 13
/** Tasks are created up to this many days after the current day. */
const LEAD_DAYS = 62
/** The year, month and quarter in which the schedules begin. */
const FIRST_PERIOD = { year: 2025, month: 11, quarter: 4 }
/**
 * The types whose tasks are due before their year begins. Their schedules begin a year later than those of
 * other types.
 */
const typesDueBeforeYear: readonly number[] = [TaskType.Budget, TaskType.RentIncrease]

const creditPrograms = ['LIHTC 9%', 'LIHTC 4%', 'LIHTC, rate not recorded', 'State LIHTC', 'Tax-exempt bonds']
const loanPrograms = [
  'Rural Development 515',
  'HOME',
  'HOME-ARP',
  'Agency fund balance',
  'National Housing Trust Fund',
]
const exchangePrograms = ['Tax Credit Exchange (TCEP)', 'Tax Credit Assistance Program (TCAP)']

const hasProgram = (property: Property, programNames: readonly string[]): boolean =>
  property.federalTypes.some((layer) => programNames.includes(layer.name))

/** Returns the task types that a property must file, according to its federal types. */
function getTypes(property: Property): number[] {
  const isFinanced = !hasProgram(property, ['Public housing']) || property.federalTypes.length > 1
  return [
    ...(isFinanced ? [TaskType.AFS, TaskType.Budget] : []),
    ...(hasProgram(property, [...creditPrograms, ...loanPrograms, ...exchangePrograms])
      ? [TaskType.Occupancy]
      : []),
    ...(hasProgram(property, creditPrograms) ? [TaskType.UtilityAllowance, TaskType.Exhibit] : []),
    ...(hasProgram(property, exchangePrograms) ? [TaskType.TCAP] : []),
    ...(property.housingType === 'Special needs' ? [TaskType.ExhibitZ] : []),
    ...(hasProgram(property, loanPrograms) ? [TaskType.RentIncrease] : []),
  ]
}

const getFrequency = (taskTypeId: number): number =>
  taskTypeId === TaskType.Exhibit
    ? Schedule.Yearly
    : (taskTypes.find((taskType) => taskType.taskTypeId === taskTypeId)?.frequencies[0] ?? Schedule.Yearly)

/**
 * Whether a property files tasks: it is active, or in decontrol that is not approved yet, and is large
 * enough.
 */
const isMonitored = ({ status, decontrolStatus, totalUnits }: Property): boolean =>
  totalUnits >= MIN_UNITS &&
  (status === PropertyStatus.Active ||
    (status === PropertyStatus.Decontrol && decontrolStatus !== RequestStatus.APPROVED))

type ScheduleRow = ReturnType<typeof buildScheduleRow>

const buildScheduleRow = (property: Property, taskTypeId: number, id: number) => {
  const frequency = getFrequency(taskTypeId)
  return {
    task_schedule_id: id,
    property_id: property.id,
    task_type_id: taskTypeId,
    frequency,
    start_year: FIRST_PERIOD.year + (typesDueBeforeYear.includes(taskTypeId) ? 1 : 0),
    start_month: frequency === Schedule.Monthly ? FIRST_PERIOD.month : null,
    start_quarter_quarter_id: frequency === Schedule.Quarterly ? FIRST_PERIOD.quarter : null,
  }
}

/**
 * Returns the status of a task on the current day. Most old tasks are decided, and some of the current ones
 * are filed.
 */
function getStatus(name: string, due: string, opens: string, day: string): number {
  if (opens > day) return RequestStatus.NOT_STARTED
  // Almost all tasks of the next days are filed, so that a demonstration is not overdue after some days.
  if (due >= day)
    return drawChance(`early ${name}`, due < addDays(day, 14) ? 90 : 30)
      ? RequestStatus.SUBMITTED
      : RequestStatus.NOT_STARTED
  const isRecent = due > addDays(day, -75)
  if (drawChance(`late ${name}`, isRecent ? 6 : 1)) return RequestStatus.NOT_STARTED
  if (isRecent) {
    const { SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED } = RequestStatus
    return drawChoice(`stage ${name}`, [SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED, APPROVED, APPROVED])
  }
  return drawChance(`bad ${name}`, 2) ? RequestStatus.REJECTED : RequestStatus.APPROVED
}

/** Returns the first day of the first period of a schedule. */
function getFirstDay(taskTypeId: number, frequency: number): string {
  if (frequency === Schedule.Monthly) return '2025-11-01'
  if (frequency === Schedule.Quarterly) return '2025-10-01'
  return typesDueBeforeYear.includes(taskTypeId) ? '2026-01-01' : '2025-01-01'
}

/**
 * Invents the tasks of every schedule up to the current day, with their statuses. The dates are computed
 * once for all schedules that have the same dates.
 */
function inventTasks(schedules: readonly ScheduleRow[], portfolio: Portfolio) {
  const rules = Object.fromEntries(
    Object.entries(dueRuleSettings).map(([name, setting]) => [name, setting.default]),
  ) as unknown as DueRules
  const holidays = new Set(portfolio.holidays.map((holiday) => holiday.day))
  const yearEnds = new Map(portfolio.properties.map(({ id, fiscalYearEndMonth }) => [id, fiscalYearEndMonth]))
  const calendars = new Map<string, ReturnType<typeof listTaskDates>>()
  const getTaskDates = ({ task_type_id: taskTypeId, frequency, property_id }: ScheduleRow) => {
    const fiscalYearEndMonth = yearEnds.get(property_id) ?? 12
    const key = `${taskTypeId} ${frequency} ${fiscalYearEndMonth}`
    const knownDates = calendars.get(key)
    if (knownDates) return knownDates
    const taskDates = listTaskDates(
      { taskTypeId, frequency, fiscalYearEndMonth },
      getFirstDay(taskTypeId, frequency),
      addDays(portfolio.day, LEAD_DAYS),
      rules,
      holidays,
    )
    calendars.set(key, taskDates)
    return taskDates
  }
  return schedules.flatMap((schedule) =>
    getTaskDates(schedule).map(({ periodStart, periodEnd, windowOpen, dueDate }) => {
      const name = `task ${schedule.property_id} ${schedule.task_type_id} ${periodEnd}`
      const status = getStatus(name, dueDate, windowOpen, portfolio.day)
      const filedDay =
        status === RequestStatus.NOT_STARTED ? null : addDays(dueDate, -drawBetween(`days ${name}`, 0, 9))
      return {
        property_id: schedule.property_id,
        task_schedule_id: schedule.task_schedule_id,
        task_type_id: schedule.task_type_id,
        period_start: periodStart,
        period_end: periodEnd,
        window_open: windowOpen,
        original_due_date: dueDate,
        due_date: dueDate,
        status_id: status,
        submitted: filedDay && `${[filedDay, windowOpen, portfolio.day].toSorted()[1]}T15:00:00Z`,
      }
    }),
  )
}

const taskColumns = {
  property_id: 'integer',
  task_schedule_id: 'integer',
  task_type_id: 'integer',
  period_start: 'date',
  period_end: 'date',
  window_open: 'date',
  original_due_date: 'date',
  due_date: 'date',
  status_id: 'integer',
  submitted: 'timestamptz',
}

const scheduleColumns = {
  task_schedule_id: 'integer',
  property_id: 'integer',
  task_type_id: 'integer',
  frequency: 'integer',
  start_year: 'integer',
  start_month: 'integer',
  start_quarter_quarter_id: 'integer',
}

/** SQL: four to-dos, three of them for the company of the company accounts. */
const toDosSql = `insert into to_do (property_id, type, title, details, due_date, created_at, written_by)
  select p.property_id, t.type, 'Demonstration: ' || t.title, t.details, $1::date + t.days, $1::date - 10,
    (select user_id from app_user where user_name = 'agency.write')
  from (select p.property_id, row_number() over (order by (p.management_company_id = u.management_company_id) desc nulls last, p.property_id) as place
    from property p cross join app_user u where u.user_name = 'company.admin' and p.status_id = 0) p
  join (values
    (1, 0, 'send the 2013 record', 'A copy is enough. If it is lost, say so here.', -3),
    (2, 2, 'explain the insurance line of the budget', 'It is a third above last year’s.', 9),
    (3, 3, 'correct the vacancies of August', 'Two units are vacant twice.', 4),
    (40, 0, 'send the 2013 record', null, 12)) t (place, type, title, details, days) using (place)`

/** SQL: exceptions for properties whose rent increases are not required. */
const requirementsSql = `insert into property_requirement (property_id, module_id, required, reason)
  select property_id, 8, false, 'Demonstration: rents are set by Rural Development.' from property p
  where p.property_id % 40 = 2 and exists (select 1 from task_schedule s where s.property_id = p.property_id and s.task_type_id = 8) limit 12`

/** SQL: the period of activity of each active property. */
const activityPeriodsSql = `insert into activity_period (property_id, start_date, note)
  select property_id, service_date, 'From placement in service' from property where service_date is not null and status_id = 0`

/**
 * Loads schedules for all monitored properties of 13 units or more, and the tasks of the last twelve months.
 */
async function loadTasks(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  let id = 0
  const schedules = portfolio.properties.filter(isMonitored).flatMap((property) =>
    getTypes(property).map((taskTypeId) => {
      id += 1
      return buildScheduleRow(property, taskTypeId, id)
    }),
  )
  await insertRows(client, 'task_schedule', scheduleColumns, schedules)
  await insertRows(client, 'task_instance', taskColumns, inventTasks(schedules, portfolio))
  await client.query(toDosSql, [portfolio.day])
  await client.query(requirementsSql)
  await client.query(activityPeriodsSql)
}

/** Loads task schedules, tasks and to-dos. */
export default {
  after: ['people'],
  load: ({ client, portfolio }) => loadTasks(client, portfolio),
  idColumns: { task_schedule: 'task_schedule_id' },
} satisfies DemoPart
