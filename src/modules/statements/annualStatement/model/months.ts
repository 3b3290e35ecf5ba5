/** Whole months of a period; those of its first and last day count (domain 4.14: short years). */
export function monthsOf({ periodStart, periodEnd }: { periodStart: string; periodEnd: string }): number {
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return Math.max(0, month(periodEnd) - month(periodStart) + 1)
}
