import { addMonths, getMonthStart, monthName } from '#kernel/model/dates.ts'

export { getMonthStart, monthEnd, monthName } from '#kernel/model/dates.ts'

/** A calendar quarter, 1 to 4, regardless of the property's fiscal year (domain 10). */
export type Quarter = { year: number; quarter: number }

export const getQuarter = (day: string): Quarter => ({
  year: Number(day.slice(0, 4)),
  quarter: Math.ceil(Number(day.slice(5, 7)) / 3),
})

/** The three months of a quarter, by their first days. */
export const getQuarterlyProgramMonths = ({ year, quarter }: Quarter): [string, string, string] => {
  const first = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`
  return [first, addMonths(first, 1), addMonths(first, 2)]
}

/** Every month from one to another, both among them. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = getMonthStart(first); month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** `Quarter 1 of 2026` */
export const quarterName = ({ year, quarter }: Quarter): string => `Quarter ${quarter} of ${year}`

/** `January, February and March 2026`; months of several years each with its year. */
export function monthList(months: readonly string[]): string {
  const names = months.map(monthName)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** Whether a program asks for a month, by its first day; one that it only touches counts. */
export const asksFor = (program: { beginsOn: string; endsOn: string | null }, month: string): boolean =>
  month >= getMonthStart(program.beginsOn) && (program.endsOn === null || month <= program.endsOn)
