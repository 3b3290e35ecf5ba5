import { addDays } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { ToDoLine } from './shapes.ts'

/** What is due together: late, until Saturday of this week, after it, what has no date, and what the agency is asked about first. */
export type DueGroup = { label: string; lines: readonly ToDoLine[] }

const SATURDAY = 6
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const ASKED_FIRST = 'Only after asking the agency'

function groupOf({ dueDate, daysLeft, asksFirst }: ToDoLine): string {
  if (asksFirst) return ASKED_FIRST
  if (dueDate === null || daysLeft === null) return 'Without a date'
  if (daysLeft < 0) return 'Overdue'
  return daysLeft <= SATURDAY - weekday(addDays(dueDate, -daysLeft)) ? 'This week' : 'Later'
}

/** To-dos by when they are due, the most urgent first; groups that hold nothing are left out. */
export function dueGroups(lines: readonly ToDoLine[]): DueGroup[] {
  const groups = Map.groupBy(lines, groupOf)
  return ['Overdue', 'This week', 'Later', 'Without a date', ASKED_FIRST].flatMap((label) => {
    const found = groups.get(label)
    return found ? [{ label, lines: found }] : []
  })
}

/** To-dos of one kind, title and day, which stand on one card; their order is that of the first of each. */
export const cardsOf = (lines: readonly ToDoLine[]): (readonly ToDoLine[])[] => [
  ...Map.groupBy(lines, ({ kind, title, dueDate }) => `${kind} ${dueDate} ${title}`).values(),
]

/** How far a due date is, in words: `7 days late`, `today`, `in 2 days`; nothing without one. */
export function distance(daysLeft: number | null): string {
  if (daysLeft === null) return ''
  if (daysLeft < 0) return `${plural(-daysLeft, 'day', 'days')} late`
  if (daysLeft < 2) return daysLeft === 0 ? 'today' : 'tomorrow'
  return `in ${daysLeft} days`
}

/** A due date as a list of what is due names it: `Mon, Nov 16`, with its year where that is not the present one. */
export const dayName = (day: string, daysLeft: number): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(addDays(day, -daysLeft).startsWith(day.slice(0, 4)) ? {} : { year: 'numeric' }),
  })
