import { addDays, addMonths } from '#kernel/model/dates.ts'

/**
 * The first and last day on which requests are accepted, and the day from which their rents usually apply.
 */
export type FilingWindow = { opens: string; closes: string; isOpen: boolean; rentsFrom: string }

/**
 * Returns the window that is open on a day, otherwise the next one: the given number of months before the
 * property's next fiscal year, for example October to December for the calendar year (domain 14.2).
 */
export function getWindowOn(day: string, yearEndMonth: number, months: number): FilingWindow {
  const lastMonth = `${day.slice(0, 4)}-${String(yearEndMonth).padStart(2, '0')}-01`
  const thisYear = addMonths(lastMonth, 1)
  const rentsFrom = thisYear > day ? thisYear : addMonths(thisYear, 12)
  const opens = addMonths(rentsFrom, -months)
  return { opens, closes: addDays(rentsFrom, -1), isOpen: opens <= day, rentsFrom }
}
