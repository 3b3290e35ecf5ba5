import type { Out } from '#ground/absences/model/index.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { AnalystLine, WorkLine } from '../../model/work.ts'

/** Whose work is shown. */
export const views = ['Mine', 'Team', 'Not assigned'] as const
export type View = (typeof views)[number]

type InView = (row: WorkLine, me: number, out: readonly Out[]) => boolean
const inView: Readonly<Record<View, InView>> = {
  // What waits for somebody who is out waits for their stand-in as well.
  Mine: ({ reviewerId }, me, out) =>
    reviewerId === me || out.some((one) => one.userId === reviewerId && one.standInId === me),
  Team: (row) => row.reviewerId !== null,
  'Not assigned': (row) => row.reviewerId === null,
}

/** A filed record, which is given to somebody; all else is only opened. */
export const isRecord = ({ version }: WorkLine): boolean => version !== null

/** The rows of a view. */
export const rowsOf = (rows: readonly WorkLine[], view: View, me: number, out: readonly Out[] = []): WorkLine[] =>
  rows.filter((row) => inView[view](row, me, out))

/** Who of these is out today. */
export const outOf = (people: readonly AnalystLine[] = []): Out[] => people.flatMap(({ out }) => out ?? [])

/** Whether the day by which a decision was promised has passed. */
export const isLate = ({ promisedBy }: Pick<WorkLine, 'promisedBy'>, today: string): boolean =>
  promisedBy !== null && promisedBy < today

export const groupNames = ['Overdue', 'Today', 'This week', 'Later', 'No promised day'] as const
export type GroupName = (typeof groupNames)[number]

/** The last day of the week of a day, a Saturday. */
const endOfWeek = (day: string): string => addDays(day, 6 - new Date(`${day}T12:00:00Z`).getUTCDay())

/** By which group of the list a promised day stands. */
export function groupOf(promisedBy: string | null, today: string): GroupName {
  if (promisedBy === null) return 'No promised day'
  if (promisedBy < today) return 'Overdue'
  if (promisedBy === today) return 'Today'
  return promisedBy <= endOfWeek(today) ? 'This week' : 'Later'
}

/** The oldest promise first; those without one after them, the longest waiting first. */
export const byPromise = (one: WorkLine, other: WorkLine): number =>
  (one.promisedBy ?? '9999').localeCompare(other.promisedBy ?? '9999') ||
  (one.submitted ?? '').localeCompare(other.submitted ?? '')

/** `14 days late`; empty while it is not. */
export const lateWords = (promisedBy: string, today: string): string =>
  promisedBy < today ? `${plural(daysBetween(promisedBy, today), 'day', 'days')} late` : ''

/** `Mon 11/09`. */
export function weekday(day: string): string {
  const name = new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  return `${name} ${day.slice(5, 7)}/${day.slice(8, 10)}`
}

const SHOWN_DAYS = 10
const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/** How many decisions are promised by each of the next days; a Saturday or Sunday stands there only if one is. */
export function daysAhead(rows: readonly WorkLine[], today: string): { day: string; count: number }[] {
  const days: { day: string; count: number }[] = []
  for (let day = today; days.length < SHOWN_DAYS; day = addDays(day, 1)) {
    const count = rows.filter((row) => row.promisedBy === day).length
    if (isWorkday(day) || count > 0) days.push({ day, count })
  }
  return days
}

type Decided = { decidedOn: string; promisedBy: string }
const inTime = (rows: readonly Decided[]) => rows.filter((one) => one.decidedOn <= one.promisedBy)

/** Decisions of the last 30 days and of the 30 before, and how many of each were in time. */
export function decidedInTime(rows: readonly Decided[], today: string) {
  const since = addDays(today, -30)
  const last = rows.filter((one) => one.decidedOn > since)
  const before = rows.filter((one) => one.decidedOn <= since)
  const share = (of: readonly Decided[]) => Math.round((inTime(of).length / of.length) * 100)
  return {
    all: last.length,
    inTime: inTime(last).length,
    share: last.length > 0 ? share(last) : null,
    shareBefore: before.length > 0 ? share(before) : null,
  }
}

/** Decisions of the last 30 days that came after the day they were promised by. */
export const decidedLate = <Row extends Decided>(rows: readonly Row[], today: string): Row[] =>
  rows.filter((one) => one.decidedOn > addDays(today, -30) && one.decidedOn > one.promisedBy)
