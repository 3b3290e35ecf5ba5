import { addDays, addMonths } from '#kernel/model/dates.ts'

/** The number of past years in the demonstration. */
const YEAR_COUNT = 7

/** A fiscal year, which can be shorter than 12 months in the year of placement in service. */
export type Period = { year: number; periodStart: string; periodEnd: string; months: number }

/**
 * Returns the fiscal years that had ended on a day, oldest first. There are seven, or as many as since the
 * property was placed in service.
 */
export function getPeriodsUntil(
  day: string,
  { fiscalYearEndMonth, serviceDate }: { fiscalYearEndMonth: number; serviceDate: string | null },
): Period[] {
  const getEnd = (year: number) =>
    addDays(addMonths(`${year}-${String(fiscalYearEndMonth).padStart(2, '0')}-01`, 1), -1)
  const currentYear = Number(day.slice(0, 4))
  const lastYear = getEnd(currentYear) < day ? currentYear : currentYear - 1
  return Array.from({ length: YEAR_COUNT }, (_, index) => lastYear - YEAR_COUNT + 1 + index).flatMap(
    (year): Period[] => {
      const periodEnd = getEnd(year)
      const firstMonth = addMonths(`${periodEnd.slice(0, 8)}01`, -11)
      const serviceMonth = serviceDate ? `${serviceDate.slice(0, 8)}01` : firstMonth
      if (serviceMonth > periodEnd) return []
      // The later of the two.
      const periodStart = [serviceMonth, firstMonth].toSorted()[1] as string
      const months =
        (Number(periodEnd.slice(0, 4)) - Number(periodStart.slice(0, 4))) * 12 +
        Number(periodEnd.slice(5, 7)) -
        Number(periodStart.slice(5, 7)) +
        1
      return [{ year, periodStart, periodEnd, months }]
    },
  )
}
