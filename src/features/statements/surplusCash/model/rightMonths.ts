/** The period of a filed statement. A year is named after the one in which its period ends. */
export type Period = { year: number; periodStart: string; periodEnd: string }

/** Returns the calendar month of a day as a number that grows by one each month. */
const getMonthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const MONTHS_PER_YEAR = 12

/**
 * Returns the number of months by which each year earns, counting every calendar month once (domain 47.2).
 * A year with a statement has the months of its period that no earlier one has. A year without one has the
 * months that its neighbors leave, or a whole year without neighbors.
 */
export function countEarningMonths(
  periods: readonly Period[],
  first: number,
  through: number,
): Map<number, number> {
  const filed = new Map(
    periods.map(({ year, periodStart, periodEnd }) => [
      year,
      { from: getMonthNumber(periodStart), to: getMonthNumber(periodEnd) },
    ]),
  )
  const usedMonths = new Set<number>()
  const monthsByYear = new Map<number, number>()
  const count = (year: number, from: number, to: number) => {
    let months = 0
    for (let month = from; month <= to; month++) {
      if (usedMonths.has(month)) continue
      usedMonths.add(month)
      months++
    }
    monthsByYear.set(year, months)
  }
  for (const [year, { from, to }] of [...filed].toSorted(([one], [other]) => one - other))
    count(year, from, to)
  for (let year = first; year <= through; year++) {
    if (filed.has(year)) continue
    const to = getEndWithoutStatement(year, filed)
    const before = Math.max(...[...filed].flatMap(([other, period]) => (other < year ? period.to : [])))
    count(year, Math.max(before + 1, to - MONTHS_PER_YEAR + 1), to)
  }
  return monthsByYear
}

/**
 * Returns the last month of a year without a statement: before the next one begins, or whole years after
 * the last one, otherwise December.
 */
function getEndWithoutStatement(
  year: number,
  filed: ReadonlyMap<number, { from: number; to: number }>,
): number {
  const years = [...filed.keys()]
  const next = Math.min(...years.filter((number) => number > year))
  if (Number.isFinite(next)) return filed.get(next)!.from - 1 - MONTHS_PER_YEAR * (next - year - 1)
  const last = Math.max(...years.filter((number) => number < year))
  return Number.isFinite(last)
    ? filed.get(last)!.to + MONTHS_PER_YEAR * (year - last)
    : year * MONTHS_PER_YEAR + MONTHS_PER_YEAR - 1
}
