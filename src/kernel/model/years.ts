import { addDays, daysBetween, getYearNumber, monthEnd } from './dates.ts'

/**
 * Years that are not one another, though each is a number: what takes one does not take the other. Books are
 * compared with books, months that were reported with months, and limits are those that were published for a
 * year.
 */
declare const meaning: unique symbol
type Year<Meaning extends string> = number & { readonly [meaning]: Meaning }

/** The year of a property's books, named by the year in which it ends. */
export type FiscalYear = Year<'fiscal'>
/** January to December. */
export type CalendarYear = Year<'calendar'>
/**
 * HUD's fiscal year, by which limits and rents are published; the day from which they hold comes with them.
 */
export type PublishedYear = Year<'published'>
/** Days from the first to the last, both counted: what two kinds of years are compared by. */
export type DaySpan = { first: string; last: string }

/** A year of books as a record or a person names it. */
export const fiscalYear = (year: number): FiscalYear => year as FiscalYear
/** A calendar year as a person names it. */
export const calendarYear = (year: number): CalendarYear => year as CalendarYear

const WEEK = 7
const WEEK_YEARS: readonly number[] = [52 * WEEK, 53 * WEEK]

/** The days of a span, the first and the last counted. */
export const getLength = ({ first, last }: DaySpan): number => daysBetween(first, last) + 1

/**
 * Whether a span is a year of 52 or 53 weeks, which ends on the same weekday near the end of the fiscal year.
 */
export const isWeekYear = (span: DaySpan): boolean => WEEK_YEARS.includes(getLength(span))

/** The month end within six days of a day; null without one. */
function nearMonthEnd(day: string): string | null {
  const [before, after] = [addDays(`${day.slice(0, 8)}01`, -1), monthEnd(day)]
  const [since, until] = [daysBetween(before, day), daysBetween(day, after)]
  return since < WEEK ? before : until < WEEK ? after : null
}

/**
 * The fiscal year of a span. A year of 52 or 53 weeks is named by the nearest fiscal year end; for a calendar
 * year that is the year with most of its days (domain 48.5).
 */
export const getFiscalYear = (span: DaySpan): FiscalYear =>
  fiscalYear(getYearNumber(isWeekYear(span) ? (nearMonthEnd(span.last) ?? span.last) : span.last))

/**
 * Months of a span; those of its first and last day count (domain 4.14). A year of 52 or 53 weeks has twelve.
 */
export function monthsIn(span: DaySpan): number {
  if (isWeekYear(span)) return 12
  const month = (day: string) => getYearNumber(day) * 12 + Number(day.slice(5, 7))
  return Math.max(0, month(span.last) - month(span.first) + 1)
}

/** The last day of a month of a year. */
export const yearEndIn = (year: FiscalYear, month: number): string =>
  monthEnd(`${year}-${String(month).padStart(2, '0')}-01`)

/**
 * Whether a span ends with the fiscal year that ends in a month: on its last day, or a year of weeks within
 * six of it.
 */
export function endsWith(span: DaySpan, month: number): boolean {
  const end = yearEndIn(getFiscalYear(span), month)
  return isWeekYear(span) ? Math.abs(daysBetween(end, span.last)) < WEEK : span.last === end
}

/**
 * The year of weeks that begins on a day and ends nearest to a fiscal year end; null where none ends near it.
 */
export function weekYearFrom(first: string, end: string): DaySpan | null {
  const ends = WEEK_YEARS.map((days) => addDays(first, days - 1))
  const near = ends.toSorted(
    (text, other) => Math.abs(daysBetween(end, text)) - Math.abs(daysBetween(end, other)),
  )[0]!
  return Math.abs(daysBetween(end, near)) < WEEK ? { first, last: near } : null
}
