import { addDays, addMonths } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { Schedule, scheduleLabels } from './frequency.ts'
import { getTaskType } from './taskTypes.ts'

/** The span of a schedule; months and quarters count from 1. SHP-05. */
export type Span = {
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

type Side = { year: keyof Span; month: keyof Span; quarter: keyof Span; words: string }
const start: Side = {
  year: 'startYear',
  month: 'startMonth',
  quarter: 'startQuarterQuarterId',
  words: 'Start',
}
const end: Side = { year: 'endYear', month: 'endMonth', quarter: 'endQuarterQuarterId', words: 'End' }

/** The month in which a side of the span begins or ends; null while it is not filled. */
function getMonth(span: Span, side: Side): number | null {
  if (span.frequency === Schedule.Monthly) return span[side.month]
  if (span.frequency === Schedule.Yearly) return side === start ? 1 : 12
  const quarter = span[side.quarter]
  return quarter === null ? null : side === start ? quarter * 3 - 2 : quarter * 3
}

const getDay = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`

/** First and last day that a filled span names; an open end is null. */
export function daysOfSpan(span: Span): { startsOn: string | null; endsOn: string | null } {
  const [first, last] = [getMonth(span, start), getMonth(span, end)]
  return {
    startsOn: span.startYear === null || first === null ? null : getDay(span.startYear, first),
    endsOn:
      span.endYear === null || last === null ? null : addDays(addMonths(getDay(span.endYear, last), 1), -1),
  }
}

/** Everything that keeps a schedule from being stored, each by its field. VAL-15. */
export function scheduleFaults(span: Span): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  const facts = getTaskType(span.taskTypeId)
  if (!facts) say('taskTypeId', `Task: ${REQUIRED}`)
  else if (!facts.frequencies.includes(span.frequency))
    say('frequency', `Schedule: ${facts.label} is never ${scheduleLabels[span.frequency]?.toLowerCase()}.`)
  if (span.startYear === null) say('startYear', `Start year: ${REQUIRED}`)
  const part = span.frequency === Schedule.Monthly ? 'month' : 'quarter'
  if (getMonth(span, start) === null) say(start[part], `Start ${part}: ${REQUIRED}`)
  if (span.endYear !== null && getMonth(span, end) === null) say(end[part], `End ${part}: ${REQUIRED}`)
  const { startsOn, endsOn } = daysOfSpan(span)
  if (startsOn && endsOn && endsOn < startsOn) say('endYear', 'End year: The end cannot be before the start.')
  return faults
}

/**
 * The span without what its frequency does not use, and without a month or quarter of an end that is open.
 */
export function tidySpan<S extends Span>(span: S): S {
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
