import { addDays, addMonths, daysBetween } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'

/** A range of days, both ends included. */
export type Span = { from: string; to: string }

/**
 * The number of parts of a month, chosen so that a day of any month is a whole number of them: the least
 * common multiple of 28, 29, 30 and 31.
 */
export const PARTS_OF_MONTH = 377_580

/**
 * Returns the days of a period on which a household lived in its unit, including the day it moved out. Null
 * if there are none.
 */
export function getSpanWithin(
  period: Span,
  movedIn: string | null | undefined,
  movedOut: string | null | undefined,
): Span | null {
  const from = movedIn && movedIn > period.from ? movedIn : period.from
  const to = movedOut && movedOut < period.to ? movedOut : period.to
  return from <= to ? { from, to } : null
}

/** Counts the months of a span in parts of a month: each month counts its days in the span. */
export function countMonthParts({ from, to }: Span): number {
  let parts = 0
  for (let first = `${from.slice(0, 7)}-01`; first <= to; first = addMonths(first, 1)) {
    const next = addMonths(first, 1)
    const last = addDays(next, -1)
    const days = daysBetween(first < from ? from : first, last < to ? last : to) + 1
    parts += days * (PARTS_OF_MONTH / daysBetween(first, next))
  }
  return parts
}

/** Converts parts to months with four decimals, for display. */
export const getRentGapMonths = (parts: number): number =>
  Math.round((parts * 10_000) / PARTS_OF_MONTH) / 10_000

/**
 * Returns the dollars for a number of parts of a month, in integer arithmetic, rounded once to the cent,
 * halves up.
 */
export function computeRentGapAmount(monthly: number, parts: number): number {
  const denominator = BigInt(PARTS_OF_MONTH)
  const twice = BigInt(toCents(monthly)) * BigInt(parts) * 2n + denominator
  return fromCents(Number(twice / (denominator * 2n)))
}

/**
 * The figures that limit the rent of a unit, in dollars a month. `programMax` includes utilities; null if
 * its program has no limit.
 */
export type RentFigures = { approvedRent: number; utilityAllowance: number; programMax: number | null }

/**
 * Returns the rent that may be charged: the approved one, or the program's limit less the utilities (domain
 * 15.2).
 */
export const getChargeableRent = ({ approvedRent, utilityAllowance, programMax }: RentFigures): number =>
  programMax === null
    ? approvedRent
    : Math.min(approvedRent, fromCents(toCents(programMax) - toCents(utilityAllowance)))

/**
 * Returns the difference between that rent and the household's rent in dollars a month, never below 0 (domain
 * 15.2).
 */
export const computeMonthlyGap = (rent: RentFigures, tenantRent: number): number =>
  fromCents(Math.max(0, toCents(getChargeableRent(rent)) - toCents(tenantRent)))
