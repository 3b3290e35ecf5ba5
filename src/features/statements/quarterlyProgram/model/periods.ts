import { addMonths, getMonthStart, monthName } from '#kernel/model/dates.ts'

export { getMonthStart, monthEnd, monthName } from '#kernel/model/dates.ts'

/** A calendar quarter, 1 to 4, regardless of the property's fiscal year (domain 10). */
export type Quarter = { year: number; quarter: number }

export const getQuarter = (day: string): Quarter => ({
  year: Number(day.slice(0, 4)),
  quarter: Math.ceil(Number(day.slice(5, 7)) / 3),
})

/** Returns the first days of the three months of a quarter. */
export const getQuarterlyProgramMonths = ({ year, quarter }: Quarter): [string, string, string] => {
  const first = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`
  return [first, addMonths(first, 1), addMonths(first, 2)]
}

/** Returns the first days of all months from one to another, both included. */
export function getMonthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = getMonthStart(first); month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Names a quarter, for example `Quarter 1 of 2026`. */
export const formatQuarter = ({ year, quarter }: Quarter): string => `Quarter ${quarter} of ${year}`

/** Joins the names of months, each with its year: `January 2026 and February 2026`. */
export function joinMonthNames(months: readonly string[]): string {
  const names = months.map(monthName)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/**
 * Whether a program asks for a month, given by its first day. A month that the program covers only in part
 * counts.
 */
export const requiresMonth = (program: { beginsOn: string; endsOn: string | null }, month: string): boolean =>
  month >= getMonthStart(program.beginsOn) && (program.endsOn === null || month <= program.endsOn)
