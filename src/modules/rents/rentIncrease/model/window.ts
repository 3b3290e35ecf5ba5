import { addDays, addMonths } from '#kernel/model/dates.ts'

/**
 * The days on which requests are taken, first and last included, and the day from which their rents usually
 * hold.
 */
export type Window = { opens: string; closes: string; isOpen: boolean; rentsFrom: string }

/**
 * The window that is open on a day, else the next one: the given months before the property's next fiscal
 * year, so October to December where it is the calendar's (domain 14.2).
 */
export function windowOn(day: string, yearEndMonth: number, months: number): Window {
  const lastMonth = `${day.slice(0, 4)}-${String(yearEndMonth).padStart(2, '0')}-01`
  const thisYear = addMonths(lastMonth, 1)
  const rentsFrom = thisYear > day ? thisYear : addMonths(thisYear, 12)
  const opens = addMonths(rentsFrom, -months)
  return { opens, closes: addDays(rentsFrom, -1), isOpen: opens <= day, rentsFrom }
}
