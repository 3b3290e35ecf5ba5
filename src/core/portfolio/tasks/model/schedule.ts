import { addDays, addMonths } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { Schedule, scheduleLabels } from './frequency.ts'
import { getTaskType } from './taskTypes.ts'

/** The task type, frequency and period of a schedule; months and quarters count from 1. SHP-05. */
export type ScheduleSpan = {
  taskTypeId: number
  frequency: number
  startYear: number | null
  startMonth: number | null
  startQuarterQuarterId: number | null
  endYear: number | null
  endMonth: number | null
  endQuarterQuarterId: number | null
}

const REQUIRED = '*Field is required'

type Side = {
  year: keyof ScheduleSpan
  month: keyof ScheduleSpan
  quarter: keyof ScheduleSpan
  words: string
}
const start: Side = {
  year: 'startYear',
  month: 'startMonth',
  quarter: 'startQuarterQuarterId',
  words: 'Start',
}
const end: Side = { year: 'endYear', month: 'endMonth', quarter: 'endQuarterQuarterId', words: 'End' }

/** Returns the first month of the start or the last month of the end; null if it is not filled in. */
function getMonth(span: ScheduleSpan, side: Side): number | null {
  if (span.frequency === Schedule.Monthly) return span[side.month]
  if (span.frequency === Schedule.Yearly) return side === start ? 1 : 12
  const quarter = span[side.quarter]
  return quarter === null ? null : side === start ? quarter * 3 - 2 : quarter * 3
}

const getDay = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`

/** Returns the first and last day of a schedule; null for a missing start and for an open end. */
export function getSpanDays(span: ScheduleSpan): { startsOn: string | null; endsOn: string | null } {
  const [first, last] = [getMonth(span, start), getMonth(span, end)]
  return {
    startsOn: span.startYear === null || first === null ? null : getDay(span.startYear, first),
    endsOn:
      span.endYear === null || last === null ? null : addDays(addMonths(getDay(span.endYear, last), 1), -1),
  }
}

/** Returns the faults that prevent storing a schedule, with their fields. VAL-15. */
export function getScheduleFaults(span: ScheduleSpan): Fault[] {
  const faults: Fault[] = []
  const addFault = (field: string, message: string) => faults.push({ field, message })
  const facts = getTaskType(span.taskTypeId)
  if (!facts) addFault('taskTypeId', `Task: ${REQUIRED}`)
  else if (!facts.frequencies.includes(span.frequency))
    addFault(
      'frequency',
      `Schedule: ${facts.label} is never ${scheduleLabels[span.frequency]?.toLowerCase()}.`,
    )
  if (span.startYear === null) addFault('startYear', `Start year: ${REQUIRED}`)
  const part = span.frequency === Schedule.Monthly ? 'month' : 'quarter'
  if (getMonth(span, start) === null) addFault(start[part], `Start ${part}: ${REQUIRED}`)
  if (span.endYear !== null && getMonth(span, end) === null) addFault(end[part], `End ${part}: ${REQUIRED}`)
  const { startsOn, endsOn } = getSpanDays(span)
  if (startsOn && endsOn && endsOn < startsOn)
    addFault('endYear', 'End year: The end cannot be before the start.')
  return faults
}

/**
 * Clears the fields that the frequency does not use, and the end's month and quarter if it has no end year.
 */
export function clearUnusedFields<S extends ScheduleSpan>(span: S): S {
  const monthly = span.frequency === Schedule.Monthly
  const quarterly = span.frequency === Schedule.Quarterly
  const open = span.endYear === null
  return {
    ...span,
    startMonth: monthly ? span.startMonth : null,
    startQuarterQuarterId: quarterly ? span.startQuarterQuarterId : null,
    endMonth: monthly && !open ? span.endMonth : null,
    endQuarterQuarterId: quarterly && !open ? span.endQuarterQuarterId : null,
  }
}
