import type { Chart, CountedAccount } from '#core/money/chart/model/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'

/** Reads a figure by account code, in integer cents; 0 where there is none. */
export type ReadCents = (code: string) => number

/** Computes a total in integer cents. Browser, server, import and print all use this one sum. */
export const computeTotal = (terms: readonly CountedAccount[], read: ReadCents): number =>
  terms.reduce((sum, { code, sign }) => sum + sign * read(code), 0)

/**
 * Returns the function that reads any figure of a column in integer cents: entered figures as entered,
 * totals by the formulas of the chart. In a circular formula, which no checked chart has, nothing counts
 * twice.
 */
export function createCentsReader(
  chart: Pick<Chart, 'countedByTotal'>,
  enteredCents: ReadonlyMap<string, number>,
): ReadCents {
  const centsByCode = new Map<string, number>()
  const read: ReadCents = (code) => {
    const terms = chart.countedByTotal.get(code)
    if (!terms) return enteredCents.get(code) ?? 0
    const cachedCents = centsByCode.get(code)
    if (cachedCents !== undefined) return cachedCents
    centsByCode.set(code, 0)
    const sum = computeTotal(terms, read)
    centsByCode.set(code, sum)
    return sum
  }
  return read
}

/**
 * Returns how an account affects the total `on`: 1 raises it, −1 lowers it, 0 does not affect it. This
 * decides which change of a figure is favorable.
 */
export const getEffectOnTotal = (
  chart: Pick<Chart, 'countedByTotal'>,
  code: string,
  totalCode: string,
): number =>
  Math.sign(
    createCentsReader(
      { countedByTotal: new Map([...chart.countedByTotal].filter(([total]) => total !== code)) },
      new Map([[code, 1]]),
    )(totalCode),
  )

/**
 * Returns the change from one figure to another, in cents and in percent points. From zero there is no
 * percent (domain 8.7).
 */
export function getCentsChange(from: number, to: number): { cents: number; percent: number | null } {
  const cents = to - from
  return { cents, percent: from === 0 ? null : (cents / Math.abs(from)) * 100 }
}

/**
 * A change on a line must be explained if it is above both the percent and the amount in dollars (domain
 * 8.7, 9.2).
 */
export type NoteLimits = { percent: number; dollars: number }

/** Returns whether a change must be explained; a change from zero is above every percent. */
export function needsNote(from: number, to: number, limits: NoteLimits): boolean {
  const { cents, percent } = getCentsChange(from, to)
  return Math.abs(cents) > limits.dollars * 100 && (percent === null || Math.abs(percent) > limits.percent)
}

/**
 * Describes a change as the request for a note shows it, in whole dollars: `up 10.47%, $1,740`. From zero
 * there is no percent.
 */
export function describeChange(from: number, to: number): string {
  const { cents, percent } = getCentsChange(from, to)
  const amountText = formatMoney(fromCents(Math.abs(cents)), { whole: true })
  return `${cents > 0 ? 'up' : 'down'} ${percent === null ? '' : `${Math.abs(percent).toFixed(2)}%, `}${amountText}`
}
