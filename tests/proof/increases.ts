import { type Base, computeSum, dollars, type Increase, ratio } from './base.ts'
import type { Rows } from './occupancy.ts'

/**
 * Report 9, worked out a second time from domain 35.1: by the calendar of the agency, from each request's
 * rows. Cents.
 */

const APPROVED = 5
const DAY_MILLISECONDS = 86_400_000
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
const getDay = (moment: string): string => calendar.format(new Date(moment))

type Line = Increase['lines'][number]
const computeRent = (lines: readonly Line[], rent: (line: Line) => number | null): number =>
  computeSum(lines, (line) => line.units * (rent(line) ?? 0))

/** Requests of the years, each with what it asks for and what was approved. */
export function increases(base: Base, first: number, last: number): Rows {
  const ofYears = base.increases.filter(({ submitted }) => {
    const year = Number(getDay(submitted).slice(0, 4))
    return first <= year && year <= last
  })
  return ofYears.map((ofYear) => {
    const raised = ofYear.lines.filter((line) => (line.current ?? 0) > 0)
    const [current, requested] = [
      computeRent(raised, (line) => line.current),
      computeRent(raised, (line) => line.requested),
    ]
    const some = raised.length > 0
    const approved = some && ofYear.status === APPROVED ? computeRent(raised, (line) => line.approved) : null
    const days = (moment: string) => Date.parse(getDay(moment)) / DAY_MILLISECONDS
    return {
      rentIncreaseRequestHeaderId: ofYear.id,
      unitsAffected: ofYear.lines.length > 0 ? computeSum(ofYear.lines, (line) => line.units) : null,
      requestedPct: some ? ratio(100 * (requested - current), current, 4) : null,
      approvedPct: approved === null ? null : ratio(100 * (approved - current), current, 4),
      requestedMonthly: some ? dollars(requested - current) : null,
      approvedMonthly: approved === null ? null : dollars(approved - current),
      daysToDecide: ofYear.decided === null ? null : days(ofYear.decided) - days(ofYear.submitted),
    }
  })
}
