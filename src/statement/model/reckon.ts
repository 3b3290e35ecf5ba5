import type { Chart, Counted } from '#ground/money/chart/model/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'

/** Reads a figure by account code, in integer cents; 0 where there is none. */
export type Read = (code: string) => number

/** Computes a total in integer cents: the one sum that browser, server, import and print share. */
export const computeStatementSum = (counteds: readonly Counted[], read: Read): number =>
  counteds.reduce((sum, { code, sign }) => sum + sign * read(code), 0)

/**
 * Computes every figure of a column in integer cents: typed figures as typed, totals by the formulas of their
 * chart. In a circular formula, which no checked chart has, nothing counts twice.
 */
export function reckonCents(chart: Pick<Chart, 'counted'>, readonlyMap: ReadonlyMap<string, number>): Read {
  const centsByCode = new Map<string, number>()
  const read: Read = (code) => {
    const counteds = chart.counted.get(code)
    if (!counteds) return readonlyMap.get(code) ?? 0
    const cachedCents = centsByCode.get(code)
    if (cachedCents !== undefined) return cachedCents
    centsByCode.set(code, 0)
    const sum = computeStatementSum(counteds, read)
    centsByCode.set(code, sum)
    return sum
  }
  return read
}

/**
 * Returns how an account affects a total: 1 raises it, −1 lowers it, 0 does not count in it. This decides
 * which change of a figure is favorable.
 */
export const bearing = (chart: Pick<Chart, 'counted'>, code: string, on: string): number =>
  Math.sign(
    reckonCents(
      { counted: new Map([...chart.counted].filter(([total]) => total !== code)) },
      new Map([[code, 1]]),
    )(on),
  )

/** A change from one figure to another, in cents and percent points; no percent of nothing (domain 8.7). */
export function getChange(from: number, to: number): { cents: number; percent: number | null } {
  const cents = to - from
  return { cents, percent: from === 0 ? null : (cents / Math.abs(from)) * 100 }
}

/**
 * From which change on a line must be explained: above the percent and above the amount, in dollars (domain
 * 8.7, 9.2).
 */
export type NoteLimits = { percent: number; dollars: number }

/** Whether a change must be explained; one from nothing is above every percent. */
export function needsNote(from: number, to: number, limits: NoteLimits): boolean {
  const { cents, percent } = getChange(from, to)
  return Math.abs(cents) > limits.dollars * 100 && (percent === null || Math.abs(percent) > limits.percent)
}

/**
 * `up 10.47%, $1,740`: a change as the note of its line is asked for, in whole dollars; from nothing there is
 * no percent.
 */
export function changeWords(from: number, to: number): string {
  const { cents, percent } = getChange(from, to)
  const amountText = formatMoney(fromCents(Math.abs(cents)), { whole: true })
  return `${cents > 0 ? 'up' : 'down'} ${percent === null ? '' : `${Math.abs(percent).toFixed(2)}%, `}${amountText}`
}
