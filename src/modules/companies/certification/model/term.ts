import { addDays, addMonths } from '#kernel/model/dates.ts'

const dayOfMonth = (day: string): number => Number(day.slice(8))

/**
 * The last day of a term of whole months: the day before the one of the same number, or the end of the month
 * where that month has no such day. From 2026-03-01, 12 months → 2027-02-28; from 2028-02-29, 12 months →
 * 2029-02-28.
 */
export function getExpiry(startsOn: string, months: number): string {
  const next = addMonths(startsOn, months)
  return dayOfMonth(next) === dayOfMonth(startsOn) ? addDays(next, -1) : next
}

/**
 * When a certification given on `certifiedOn` begins: the day after the one it renews ends, so that no day is
 * lost or counted twice; at once when there is none, or when it has run out.
 */
export const getCertificationStart = (certifiedOn: string, previousExpiry: string | null): string =>
  previousExpiry !== null && previousExpiry >= certifiedOn ? addDays(previousExpiry, 1) : certifiedOn
