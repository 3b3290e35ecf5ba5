import { dueWords } from '#core/platform/lookups/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { ToDoLine } from './shapes.ts'

/**
 * A group of to-dos by due date: late, until Saturday of this week, later, without a date, or those that need
 * the agency's permission first.
 */
export type DueGroup = { label: string; lines: readonly ToDoLine[] }

const SATURDAY = 6
const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const NEEDS_PERMISSION = 'Only after asking the agency'

function getGroup({ dueDate, daysLeft, asksFirst }: ToDoLine): string {
  if (asksFirst) return NEEDS_PERMISSION
  if (dueDate === null || daysLeft === null) return 'Without a date'
  if (daysLeft < 0) return dueWords.overdue
  return daysLeft <= SATURDAY - getWeekday(addDays(dueDate, -daysLeft)) ? 'This week' : 'Later'
}

/** Groups to-dos by when they are due, the most urgent group first. Empty groups are left out. */
export function groupByDueDate(lines: readonly ToDoLine[]): DueGroup[] {
  const groups = Map.groupBy(lines, getGroup)
  return [dueWords.overdue, 'This week', 'Later', 'Without a date', NEEDS_PERMISSION].flatMap((label) => {
    const matches = groups.get(label)
    return matches ? [{ label, lines: matches }] : []
  })
}

/** Groups to-dos of the same kind, title and due date, so that a list shows each group as one card. */
export const getTaskCards = (lines: readonly ToDoLine[]): (readonly ToDoLine[])[] => [
  ...Map.groupBy(lines, ({ kind, title, dueDate }) => `${kind} ${dueDate} ${title}`).values(),
]

/** Describes how far a due date is: `7 days late`, `today` or `in 2 days`; '' without a date. */
export function describeDistance(daysLeft: number | null): string {
  if (daysLeft === null) return ''
  if (daysLeft < 0) return `${plural(-daysLeft, 'day', 'days')} late`
  if (daysLeft < 2) return daysLeft === 0 ? 'today' : 'tomorrow'
  return `in ${daysLeft} days`
}

/** Formats a due date as `Mon, Nov 16`, with the year if it is not the present one. */
export const formatDueDay = (day: string, daysLeft: number): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(addDays(day, -daysLeft).startsWith(day.slice(0, 4)) ? {} : { year: 'numeric' }),
  })
