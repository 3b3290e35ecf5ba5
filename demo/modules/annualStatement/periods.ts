import { addDays, addMonths } from '#kernel/model/dates.ts'

/** The number of past years in the demonstration. */
const YEARS = 7

export type Period = { year: number; periodStart: string; periodEnd: string; months: number }

/**
 * The fiscal years that were over on a day, oldest first: seven, or since the property was placed in service.
 */
export function periodsUntil(
  day: string,
  { fiscalYearEndMonth, serviceDate }: { fiscalYearEndMonth: number; serviceDate: string | null },
): Period[] {
  const getEnd = (year: number) =>
    addDays(addMonths(`${year}-${String(fiscalYearEndMonth).padStart(2, '0')}-01`, 1), -1)
  const present = Number(day.slice(0, 4))
  const last = getEnd(present) < day ? present : present - 1
  return Array.from({ length: YEARS }, (_, index) => last - YEARS + 1 + index).flatMap((year): Period[] => {
    const periodEnd = getEnd(year)
    const first = addMonths(`${periodEnd.slice(0, 8)}01`, -11)
    const service = serviceDate ? `${serviceDate.slice(0, 8)}01` : first
    if (service > periodEnd) return []
    const periodStart = [service, first].toSorted()[1] as string
    const months =
      (Number(periodEnd.slice(0, 4)) - Number(periodStart.slice(0, 4))) * 12 +
      Number(periodEnd.slice(5, 7)) -
      Number(periodStart.slice(5, 7)) +
      1
    return [{ year, periodStart, periodEnd, months }]
  })
}
