import type { Chart } from '#core/money/chart/model/index.ts'
import { createCentsReader } from './compute.ts'

/**
 * Returns how each typed account of a chart counts in totals: by account, how often it is added to each of
 * the requested codes, in their order. Totals are sums, so a database that adds figures times their weights
 * gets the same result as the worksheet.
 */
export function getWeights(chart: Chart, codes: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const typedAccounts = chart.accounts.filter((account) => account.formula === null)
  const weights = typedAccounts.map(({ code }): [string, number[]] => {
    const read = createCentsReader(chart, new Map([[code, 1]]))
    return [code, codes.map(read)]
  })
  return new Map(weights.filter(([, counts]) => counts.some((count) => count !== 0)))
}
