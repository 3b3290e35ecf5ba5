import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { type AnalystLine, isMine, isNotAssigned, isWithAgency, type WorkLine } from '../../model/work.ts'

/** The views of the work list. */
export const views = ['Mine', 'To approve', 'Team', 'Not assigned', 'All'] as const
export type View = (typeof views)[number]

/** Returns the views of a person. Only managers have the view To approve. */
export const getReviewViews = ({ isManager }: { isManager: boolean }): View[] =>
  views.filter((view) => isManager || view !== 'To approve')

/** Returns the ids of the people for whom a person covers today. */
const getCoveredUserIds = (me: number, out: readonly AbsentPerson[]): ReadonlySet<number> =>
  new Set(out.filter((item) => item.standInId === me).map((item) => item.userId))

type ViewFilter = (row: WorkLine, me: number, coveredUserIds: ReadonlySet<number>) => boolean
const viewFilters: Readonly<Record<View, ViewFilter>> = {
  // Work that waits for the company returns to its analyst later, so it is listed here, too, but not counted.
  Mine: (row, me, coveredUserIds) =>
    isMine(row.turn === 'company' ? { ...row, turn: 'analyst' } : row, me, coveredUserIds),
  'To approve': (row) => row.mayApprove,
  Team: ({ reviewerId, turn }) => reviewerId !== null || turn === 'manager',
  'Not assigned': isNotAssigned,
  All: () => true,
}

/** Whether a row is a filed record, which can be assigned. Other rows can only be opened. */
export const isRecord = ({ version }: WorkLine): boolean => version !== null

/** Returns the rows of a view. */
export function getReviewRows(
  rows: readonly WorkLine[],
  view: View,
  me: number,
  out: readonly AbsentPerson[] = [],
): WorkLine[] {
  const coveredUserIds = getCoveredUserIds(me, out)
  return rows.filter((row) => viewFilters[view](row, me, coveredUserIds))
}

/** Returns the absences of those people who are out today. */
export const getAbsentPeople = (people: readonly AnalystLine[] = []): AbsentPerson[] =>
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

/** The groups that are folded until they are opened. */
export const foldedAtFirst: readonly GroupName[] = ['Later', WITH_COMPANY]

/** Returns the Saturday of the week of a day. */
const endOfWeek = (day: string): string => addDays(day, 6 - new Date(`${day}T12:00:00Z`).getUTCDay())

/** Returns the group of a record in the list: by its promised day while the agency has to act. */
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
 * Compares two rows for sorting: by promised day, then records that the company has answered first, then by
 * submission. Rows without a promised day come last.
 */
export const byPromise = (item: WorkLine, other: WorkLine): number =>
  (item.promisedBy ?? '9999').localeCompare(other.promisedBy ?? '9999') ||
  Number(isAnswered(other)) - Number(isAnswered(item)) ||
  (item.submitted ?? '').localeCompare(other.submitted ?? '')

/** Describes how late a promised day is: `14 days late`. Empty if it has not passed. */
export const describeLateness = (promisedBy: string, today: string): string =>
  promisedBy < today ? `${plural(daysBetween(promisedBy, today), 'day', 'days')} late` : ''

/** Formats a day with its weekday: `Mon 11/09`. */
export function weekday(day: string): string {
  const name = new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  return `${name} ${day.slice(5, 7)}/${day.slice(8, 10)}`
}

const SHOWN_DAYS = 10
const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/**
 * Counts the decisions promised by each of the next ten days. A Saturday or Sunday is included only if it has
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
 * Computes a part of a total in whole percent, rounded down (220 of 221 → 99). Only the whole is 100 and only
 * nothing is 0. Null if the total is 0.
 */
export function wholePercent(part: number, total: number): number | null {
  if (!(total > 0)) return null
  return part > 0 ? Math.max(1, Math.floor((part * 100) / total)) : 0
}

type DecisionDays = { decidedOn: string; promisedBy: string }
const filterInTime = (rows: readonly DecisionDays[]) => rows.filter((row) => row.decidedOn <= row.promisedBy)

/** Counts the decisions of the last 30 days that were in time, and compares them with the 30 days before. */
export function decidedInTime(rows: readonly DecisionDays[], today: string) {
  const since = addDays(today, -30)
  const last = rows.filter((row) => row.decidedOn > since)
  const before = rows.filter((row) => row.decidedOn <= since)
  const share = (decisions: readonly DecisionDays[]) =>
    wholePercent(filterInTime(decisions).length, decisions.length)
  return {
    all: last.length,
    inTime: filterInTime(last).length,
    share: share(last),
    shareBefore: share(before),
  }
}

/** Returns the decisions of the last 30 days that were later than promised. */
export const decidedLate = <Row extends DecisionDays>(rows: readonly Row[], today: string): Row[] =>
  rows.filter((row) => row.decidedOn > addDays(today, -30) && row.decidedOn > row.promisedBy)
