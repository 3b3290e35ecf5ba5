import { dueWords } from '#ground/platform/lookups/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { ToDoLine } from './shapes.ts'

/**
 * To-dos by due date: late, until Saturday of this week, later, without a date, and those that need the
 * agency's permission first.
 */
export type DueGroup = { label: string; lines: readonly ToDoLine[] }

const SATURDAY = 6
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const ASKED_FIRST = 'Only after asking the agency'

function getGroup({ dueDate, daysLeft, asksFirst }: ToDoLine): string {
  if (asksFirst) return ASKED_FIRST
  if (dueDate === null || daysLeft === null) return 'Without a date'
  if (daysLeft < 0) return dueWords.overdue
  return daysLeft <= SATURDAY - weekday(addDays(dueDate, -daysLeft)) ? 'This week' : 'Later'
}

/** To-dos by when they are due, the most urgent first; groups that hold nothing are left out. */
export function dueGroups(lines: readonly ToDoLine[]): DueGroup[] {
  const groups = Map.groupBy(lines, getGroup)
  return [dueWords.overdue, 'This week', 'Later', 'Without a date', ASKED_FIRST].flatMap((label) => {
    const matches = groups.get(label)
    return matches ? [{ label, lines: matches }] : []
  })
}

/** Groups to-dos of one kind, title and day on one card, in the order of their first. */
export const getTaskCards = (lines: readonly ToDoLine[]): (readonly ToDoLine[])[] => [
  ...Map.groupBy(lines, ({ kind, title, dueDate }) => `${kind} ${dueDate} ${title}`).values(),
]

/** How far a due date is, in words: `7 days late`, `today`, `in 2 days`; nothing without one. */
export function distance(daysLeft: number | null): string {
  if (daysLeft === null) return ''
  if (daysLeft < 0) return `${plural(-daysLeft, 'day', 'days')} late`
  if (daysLeft < 2) return daysLeft === 0 ? 'today' : 'tomorrow'
  return `in ${daysLeft} days`
}

/** A due date in a list: `Mon, Nov 16`, with its year unless it is the current one. */
export const dayName = (day: string, daysLeft: number): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(addDays(day, -daysLeft).startsWith(day.slice(0, 4)) ? {} : { year: 'numeric' }),
  })
