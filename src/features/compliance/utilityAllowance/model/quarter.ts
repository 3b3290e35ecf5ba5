import { addDays, addMonths } from '#kernel/model/dates.ts'

/** A calendar quarter. */
export type Quarter = { year: number; quarter: number }

/** Returns the name of a quarter: `Quarter 3 of 2026`. */
export const getQuarterName = ({ year, quarter }: Quarter): string => `Quarter ${quarter} of ${year}`

/** Returns the first day of a quarter. */
export const getQuarterStart = ({ year, quarter }: Quarter): string =>
  `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`

/** Returns the last day of a quarter. */
export const getQuarterEnd = (quarter: Quarter): string => addDays(addMonths(getQuarterStart(quarter), 3), -1)

/** Returns the quarter of a day. */
export const getQuarter = (day: string): Quarter => ({
  year: Number(day.slice(0, 4)),
  quarter: Math.ceil(Number(day.slice(5, 7)) / 3),
})

/** Returns the last quarter that is over on a day. */
export const getLastQuarter = (day: string): Quarter =>
  getQuarter(addDays(getQuarterStart(getQuarter(day)), -1))
