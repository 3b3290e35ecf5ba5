/** A period that a statement was filed for; years are named after the one it ends in. */
export type Period = { year: number; periodStart: string; periodEnd: string }

/** A calendar month as a number that grows by one each month. */
const monthIn = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const A_YEAR = 12

/**
 * The months that each year through `through` earns by, every calendar month counted once (domain 47.2). A
 * year with a statement has those of its period that no earlier one has; a year without one has the months
 * that its neighbors leave, a whole year where nothing is known of them.
 */
export function rightMonths(periods: readonly Period[], first: number, through: number): Map<number, number> {
  const filed = new Map(
    periods.map(({ year, periodStart, periodEnd }) => [
      year,
      { from: monthIn(periodStart), to: monthIn(periodEnd) },
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
    const to = endWithout(year, filed)
    const before = Math.max(...[...filed].flatMap(([other, period]) => (other < year ? period.to : [])))
    count(year, Math.max(before + 1, to - A_YEAR + 1), to)
  }
  return monthsByYear
}

/**
 * The last month of a year that has no statement: before the next one begins, or whole years after the last
 * one; else December.
 */
function endWithout(year: number, filed: ReadonlyMap<number, { from: number; to: number }>): number {
  const years = [...filed.keys()]
  const next = Math.min(...years.filter((number) => number > year))
  if (Number.isFinite(next)) return filed.get(next)!.from - 1 - A_YEAR * (next - year - 1)
  const last = Math.max(...years.filter((number) => number < year))
  return Number.isFinite(last) ? filed.get(last)!.to + A_YEAR * (year - last) : year * A_YEAR + A_YEAR - 1
}
