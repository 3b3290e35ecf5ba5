import { addDays, addMonths } from '#kernel/model/dates.ts'

const dayOfMonth = (day: string): number => Number(day.slice(8))

/**
 * Returns the last day of a term of whole months: the day before the same day of the month, or the end of the
 * month if it has no such day. From 2026-03-01, 12 months → 2027-02-28; from 2028-02-29, 12 months →
 * 2029-02-28.
 */
export function getExpiry(startsOn: string, months: number): string {
  const next = addMonths(startsOn, months)
  return dayOfMonth(next) === dayOfMonth(startsOn) ? addDays(next, -1) : next
}

/**
 * Returns the first day of a certification decided on `certifiedOn`: the day after the current one ends, so
 * that no day is missing or counted twice, or `certifiedOn` if there is none or it has ended.
 */
export const getCertificationStart = (certifiedOn: string, previousExpiry: string | null): string =>
  previousExpiry !== null && previousExpiry >= certifiedOn ? addDays(previousExpiry, 1) : certifiedOn
