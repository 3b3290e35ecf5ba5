import { addDays, daysBetween, getYearNumber, monthEnd } from './dates.ts'

/**
 * Different kinds of years. Each is a number, but the compiler does not accept one kind for another, so that
 * fiscal years, calendar years and published limits are never mixed up.
 */
declare const meaning: unique symbol
type Year<Meaning extends string> = number & { readonly [meaning]: Meaning }

/** A fiscal year of a property's books. Its number is the year in which it ends. */
export type FiscalYear = Year<'fiscal'>
/** A calendar year, from January to December. */
export type CalendarYear = Year<'calendar'>
/**
 * HUD's fiscal year, for which limits and rents are published, each with the day from which they are in
 * effect.
 */
export type PublishedYear = Year<'published'>
/** A period from its first to its last day, both included. Years of different kinds are compared by it. */
export type DaySpan = { first: string; last: string }

/** Converts a number to a fiscal year. */
export const fiscalYear = (year: number): FiscalYear => year as FiscalYear
/** Converts a number to a calendar year. */
export const calendarYear = (year: number): CalendarYear => year as CalendarYear

const WEEK = 7
const WEEK_YEARS: readonly number[] = [52 * WEEK, 53 * WEEK]

/** Returns the number of days of a span, including the first and the last. */
export const getLength = ({ first, last }: DaySpan): number => daysBetween(first, last) + 1

/**
 * Whether a span is a year of 52 or 53 weeks, which ends on the same weekday near the end of the fiscal year.
 */
export const isWeekYear = (span: DaySpan): boolean => WEEK_YEARS.includes(getLength(span))

/** Returns the end of a month that is within six days of a day; null without one. */
function findNearMonthEnd(day: string): string | null {
  const [before, after] = [addDays(`${day.slice(0, 8)}01`, -1), monthEnd(day)]
  const [since, until] = [daysBetween(before, day), daysBetween(day, after)]
  return since < WEEK ? before : until < WEEK ? after : null
}

/**
 * Returns the fiscal year of a span. A year of 52 or 53 weeks belongs to the year of the nearest month end;
 * near December this is the year with most of its days (domain 48.5).
 */
export const getFiscalYear = (span: DaySpan): FiscalYear =>
  fiscalYear(getYearNumber(isWeekYear(span) ? (findNearMonthEnd(span.last) ?? span.last) : span.last))

/**
 * Returns the number of months of a span, including those of its first and last day (domain 4.14). A year of
 * 52 or 53 weeks has twelve.
 */
export function monthsIn(span: DaySpan): number {
  if (isWeekYear(span)) return 12
  const month = (day: string) => getYearNumber(day) * 12 + Number(day.slice(5, 7))
  return Math.max(0, month(span.last) - month(span.first) + 1)
}

/** Returns the last day of a month (1–12) of a year. */
export const yearEndIn = (year: FiscalYear, month: number): string =>
  monthEnd(`${year}-${String(month).padStart(2, '0')}-01`)

/**
 * Whether a span ends with the fiscal year that ends in this month (1–12): on its last day, or for a year of
 * weeks within six days of it.
 */
export function endsWith(span: DaySpan, month: number): boolean {
  const end = yearEndIn(getFiscalYear(span), month)
  return isWeekYear(span) ? Math.abs(daysBetween(end, span.last)) < WEEK : span.last === end
}

/**
 * Returns the year of 52 or 53 weeks that begins on a day and ends nearest to a fiscal year end. Null if none
 * ends within six days of it.
 */
export function weekYearFrom(first: string, end: string): DaySpan | null {
  const ends = WEEK_YEARS.map((days) => addDays(first, days - 1))
  const near = ends.toSorted(
    (text, other) => Math.abs(daysBetween(end, text)) - Math.abs(daysBetween(end, other)),
  )[0]!
  return Math.abs(daysBetween(end, near)) < WEEK ? { first, last: near } : null
}
