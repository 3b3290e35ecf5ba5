import { moveToBusinessDay } from '#core/platform/holidays/model/index.ts'
import { addDays, addMonths, daysBetween } from '#kernel/model/dates.ts'
import { Schedule } from './frequency.ts'
import type { DueRules } from './settings.ts'
import { getTaskType, TaskType } from './taskTypes.ts'

/** The dates of one task: the reporting period, the first filing day, and the due date. */
export type TaskDates = {
  /**
   * The first day of the month, quarter or year that a schedule names. For a fiscal year it is January 1 of
   * the year in which it ends.
   */
  anchor: string
  periodStart: string
  periodEnd: string
  windowOpen: string
  dueDate: string
}

/** The kind of periods to list. `fiscalYearEndMonth` matters only for types that follow the fiscal year. */
export type PeriodKind = { taskTypeId: number; frequency: number; fiscalYearEndMonth: number }

const getMonths = (frequency: number): number =>
  frequency === Schedule.Monthly ? 1 : frequency === Schedule.Quarterly ? 3 : 12

/** Returns the first and last day of the period of an anchor. A fiscal year ends in its last month. */
function getPeriodDates(
  { taskTypeId, frequency, fiscalYearEndMonth }: PeriodKind,
  anchor: string,
): [string, string] {
  const yearly = frequency === Schedule.Yearly
  const end = yearly && getTaskType(taskTypeId)?.fiscal ? fiscalYearEndMonth : getMonths(frequency)
  const after = addMonths(anchor, end)
  return [addMonths(after, -getMonths(frequency)), addDays(after, -1)]
}

/** Returns the first filing day and the due date, before moving it for weekends and holidays. Domain 3.2. */
function getFilingDates(
  taskTypeId: number,
  start: string,
  end: string,
  rules: DueRules,
): [opens: string, due: string] {
  const after = addDays(end, 1)
  switch (taskTypeId) {
    case TaskType.AFS:
      return [after, addDays(end, rules.afsDueDays)]
    case TaskType.Budget: {
      const calendar = start.endsWith('-01-01')
      const november = `${Number(start.slice(0, 4)) - 1}-11-01`
      const due = calendar
        ? addDays(november, rules.budgetNovemberDay - 1)
        : addDays(start, -rules.budgetDaysBefore)
      return [addDays(due, -rules.budgetWindowDays), due]
    }
    case TaskType.Occupancy:
      return [after, addDays(after, rules.occupancyDueDay - 1)]
    case TaskType.TCAP:
      return [after, addDays(after, rules.tcapDueDay - 1)]
    case TaskType.UtilityAllowance:
      return [after, addDays(addMonths(after, 1), -1)]
    case TaskType.ExhibitZ:
      return [after, addDays(end, rules.exhibitZDueDays)]
    case TaskType.RentIncrease:
      return [addMonths(start, -rules.rentWindowMonths), addDays(start, -1)]
    default:
      return [after, addDays(end, rules.exhibitDueDays)]
  }
}

/**
 * Lists the dates of every period from the one that contains `from` to the last that can be filed by `until`
 * (both `YYYY-MM-DD`), in order. Due dates are moved forward over weekends and the given holidays.
 */
export function listTaskDates(
  layout: PeriodKind,
  from: string,
  until: string,
  rules: DueRules,
  holidays: ReadonlySet<string>,
): TaskDates[] {
  const step = getMonths(layout.frequency)
  const month = Math.floor((Number(from.slice(5, 7)) - 1) / step) * step + 1
  const allDates: TaskDates[] = []
  for (
    let anchor = `${from.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
    ;
    anchor = addMonths(anchor, step)
  ) {
    const [periodStart, periodEnd] = getPeriodDates(layout, anchor)
    const [windowOpen, due] = getFilingDates(layout.taskTypeId, periodStart, periodEnd, rules)
    if (windowOpen > until) return allDates
    allDates.push({ anchor, periodStart, periodEnd, windowOpen, dueDate: moveToBusinessDay(due, holidays) })
  }
}

/** The months of a year, January first. */
export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

/** The label of a period: 'October 2026', 'Quarter 3 of 2026', '2026', or 'year to 06/30/2026'. */
export function getPeriodLabel(start: string, end: string): string {
  const [year, month, day] = end.split('-')
  const length = daysBetween(start, end)
  if (length < 31) return `${monthNames[Number(month) - 1]} ${year}`
  if (length < 93) return `Quarter ${Number(month) / 3} of ${year}`
  return month === '12' ? `${year}` : `year to ${month}/${day}/${year}`
}

/**
 * Returns the first days of the twelve months that the dashboard shows: the ten before this month, this one
 * and the next.
 */
export const getDashboardMonths = (today: string): string[] =>
  Array.from({ length: 12 }, (_, index) => addMonths(`${today.slice(0, 7)}-01`, index - 10))

/** Reads the numbers of days in a text such as '30, 7, 1'. Other parts are ignored. */
export const getTaskDays = (text: string): number[] =>
  text
    .split(/[^\d]+/)
    .filter(Boolean)
    .map(Number)

/** The facts that decide whether a property may file a module. */
export type FilingFacts = {
  moduleId: number
  /** Whether the property is active, or its decontrol is not finished. */
  monitored: boolean
  units: number
  unitThreshold: number
  /** The agency's decision for this property; null if the rules apply. */
  required: boolean | null
  requirementReason: string | null
  mayWrite: boolean
  /** The rules of a module that has no tasks. */
  subject?: FilingRules & { monitoredForReserves: boolean }
}

/** Which properties file a module that has no tasks: all properties if no flag is set. */
export type FilingRules = {
  /** Its name in sentences. */
  label: string
  /** Set if small properties are exempt. */
  threshold?: boolean
  /** False if properties that are not active may file it too. */
  active?: boolean
  /** Set if only properties file it whose reserve the agency holds. */
  reserves?: boolean
}

/** Whether a property must file a module: by the agency's decision, or else by its number of units. */
export const mustFile = ({ moduleId, units, unitThreshold, required, subject }: FilingFacts): boolean =>
  required ?? (!(subject ?? getTaskType(moduleId))?.threshold || units >= unitThreshold)

/** Returns the obstacles that the agency can overrule by requiring the filing. */
function subjectObstacles({ subject }: FilingFacts): string[] {
  if (!subject) return []
  return subject.reserves && !subject.monitoredForReserves
    ? ['The agency does not hold this property’s replacement reserve; its draws are approved elsewhere.']
    : []
}

/**
 * Returns every reason why the caller may not file a module at a property, as sentences for the screen.
 * Empty if the caller may file it.
 */
export function getFilingObstacles(filing: FilingFacts): string[] {
  const { subject } = filing
  const label = subject?.label ?? getTaskType(filing.moduleId)?.label ?? 'This module'
  const exempt = filing.required === null && !mustFile(filing)
  return [
    ...(filing.monitored || subject?.active === false ? [] : ['The property is not active.']),
    ...(exempt
      ? [
          `${label} is filed by properties of ${filing.unitThreshold} units or more; this one has ${filing.units}.`,
        ]
      : []),
    ...(filing.required === null ? subjectObstacles(filing) : []),
    ...(filing.required === false
      ? [filing.requirementReason?.trim() || `The agency has exempted this property from ${label}.`]
      : []),
    ...(filing.mayWrite ? [] : [`You have no permission to file ${label} for this property.`]),
  ]
}
