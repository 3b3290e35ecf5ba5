import { type Base, computeSum, divideRounded, type Increase, toDollars } from './base.ts'
import type { Rows } from './occupancy.ts'

/**
 * Report 9, computed independently of the product from domain 35.1: from each request's rows, by the calendar
 * of the agency. Amounts are in cents.
 */

const APPROVED = 5
const DAY_MILLISECONDS = 86_400_000
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
const getDay = (moment: string): string => calendar.format(new Date(moment))

type Line = Increase['lines'][number]
const computeRent = (lines: readonly Line[], rent: (line: Line) => number | null): number =>
  computeSum(lines, (line) => line.units * (rent(line) ?? 0))

/** Returns the requests of the years, each with the requested and the approved increase. */
export function computeIncreaseRows(base: Base, first: number, last: number): Rows {
  const requestsOfYears = base.increases.filter(({ submitted }) => {
    const year = Number(getDay(submitted).slice(0, 4))
    return first <= year && year <= last
  })
  return requestsOfYears.map((increaseRequest) => {
    const linesWithRent = increaseRequest.lines.filter((line) => (line.current ?? 0) > 0)
    const [current, requested] = [
      computeRent(linesWithRent, (line) => line.current),
      computeRent(linesWithRent, (line) => line.requested),
    ]
    const hasRaisedLines = linesWithRent.length > 0
    const approved =
      hasRaisedLines && increaseRequest.status === APPROVED
        ? computeRent(linesWithRent, (line) => line.approved)
        : null
    const toDayNumber = (moment: string) => Date.parse(getDay(moment)) / DAY_MILLISECONDS
    return {
      rentIncreaseRequestHeaderId: increaseRequest.id,
      unitsAffected:
        increaseRequest.lines.length > 0 ? computeSum(increaseRequest.lines, (line) => line.units) : null,
      requestedPct: hasRaisedLines ? divideRounded(100 * (requested - current), current, 4) : null,
      approvedPct: approved === null ? null : divideRounded(100 * (approved - current), current, 4),
      requestedMonthly: hasRaisedLines ? toDollars(requested - current) : null,
      approvedMonthly: approved === null ? null : toDollars(approved - current),
      daysToDecide:
        increaseRequest.decided === null
          ? null
          : toDayNumber(increaseRequest.decided) - toDayNumber(increaseRequest.submitted),
    }
  })
}
