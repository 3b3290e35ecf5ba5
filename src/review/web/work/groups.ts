import type { Out } from '#ground/people/absences/model/index.ts'
import { dueWords } from '#ground/platform/lookups/model/index.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { type AnalystLine, isMine, isNotAssigned, isWithAgency, type WorkLine } from '../../model/work.ts'

/** Whose work is shown. */
export const views = ['Mine', 'To approve', 'Team', 'Not assigned', 'All'] as const
export type View = (typeof views)[number]

/** The views a person has: what waits for approval is shown to those who approve. */
export const getReviewViews = ({ isManager }: { isManager: boolean }): View[] =>
  views.filter((view) => isManager || view !== 'To approve')

/** The people for whom a person covers today. */
const standsInFor = (me: number, out: readonly Out[]): ReadonlySet<number> =>
  new Set(out.filter((item) => item.standInId === me).map((item) => item.userId))

type InView = (row: WorkLine, me: number, standsFor: ReadonlySet<number>) => boolean
const inView: Readonly<Record<View, InView>> = {
  // Work that waits for the company returns to its analyst, so it is listed there too, but not counted.
  Mine: (row, me, standsFor) =>
    isMine(row.turn === 'company' ? { ...row, turn: 'analyst' } : row, me, standsFor),
  'To approve': (row) => row.mayApprove,
  Team: ({ reviewerId, turn }) => reviewerId !== null || turn === 'manager',
  'Not assigned': isNotAssigned,
  All: () => true,
}

/** A filed record, which can be assigned; other rows can only be opened. */
export const isRecord = ({ version }: WorkLine): boolean => version !== null

/** The rows of a view. */
export function getReviewRows(
  rows: readonly WorkLine[],
  view: View,
  me: number,
  out: readonly Out[] = [],
): WorkLine[] {
  const standsFor = standsInFor(me, out)
  return rows.filter((row) => inView[view](row, me, standsFor))
}

/** Who of these is out today. */
export const getAbsentPeople = (people: readonly AnalystLine[] = []): Out[] =>
  people.flatMap(({ out }) => out ?? [])

const WITH_COMPANY = 'Waiting for the company'
export const groupNames = [
  dueWords.overdue,
  'Today',
  'This week',
  'Later',
  'No promised day',
  WITH_COMPANY,
] as const
export type GroupName = (typeof groupNames)[number]

/** Groups that are folded until opened. */
export const foldedAtFirst: readonly GroupName[] = ['Later', WITH_COMPANY]

/** The last day of the week of a day, a Saturday. */
const endOfWeek = (day: string): string => addDays(day, 6 - new Date(`${day}T12:00:00Z`).getUTCDay())

/** The list group of a record: by its promised day while the agency has to act. */
export function getReviewGroup(
  { promisedBy, turn }: Pick<WorkLine, 'promisedBy' | 'turn'>,
  today: string,
): GroupName {
  if (!isWithAgency({ turn })) return WITH_COMPANY
  if (promisedBy === null) return 'No promised day'
  if (promisedBy < today) return dueWords.overdue
  if (promisedBy === today) return 'Today'
  return promisedBy <= endOfWeek(today) ? 'This week' : 'Later'
}

const isAnswered = ({ statusLabel }: WorkLine): boolean => statusLabel === 'Answered by company'

/**
 * The oldest promise first, of one day what its company has answered; those without one after them, the
 * longest waiting first.
 */
export const byPromise = (item: WorkLine, other: WorkLine): number =>
  (item.promisedBy ?? '9999').localeCompare(other.promisedBy ?? '9999') ||
  Number(isAnswered(other)) - Number(isAnswered(item)) ||
  (item.submitted ?? '').localeCompare(other.submitted ?? '')

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

/**
 * The number of decisions promised by each of the next days; a Saturday or Sunday is included only if it has
 * one.
 */
export function daysAhead(rows: readonly WorkLine[], today: string): { day: string; count: number }[] {
  const days: { day: string; count: number }[] = []
  for (let day = today; days.length < SHOWN_DAYS; day = addDays(day, 1)) {
    const count = rows.filter((row) => row.promisedBy === day).length
    if (isWorkday(day) || count > 0) days.push({ day, count })
  }
  return days
}

/**
 * A part of a whole in whole percent, rounded down (220 of 221 → 99); 100 means all, 0 means none, and null a
 * part of nothing.
 */
export function wholePercent(part: number, total: number): number | null {
  if (!(total > 0)) return null
  return part > 0 ? Math.max(1, Math.floor((part * 100) / total)) : 0
}

type Decided = { decidedOn: string; promisedBy: string }
const inTime = (rows: readonly Decided[]) => rows.filter((row) => row.decidedOn <= row.promisedBy)

/** Decisions of the last 30 days and of the 30 before, and how many of each were in time. */
export function decidedInTime(rows: readonly Decided[], today: string) {
  const since = addDays(today, -30)
  const last = rows.filter((row) => row.decidedOn > since)
  const before = rows.filter((row) => row.decidedOn <= since)
  const share = (decideds: readonly Decided[]) => wholePercent(inTime(decideds).length, decideds.length)
  return {
    all: last.length,
    inTime: inTime(last).length,
    share: share(last),
    shareBefore: share(before),
  }
}

/** Decisions of the last 30 days that came after the day they were promised by. */
export const decidedLate = <Row extends Decided>(rows: readonly Row[], today: string): Row[] =>
  rows.filter((row) => row.decidedOn > addDays(today, -30) && row.decidedOn > row.promisedBy)
