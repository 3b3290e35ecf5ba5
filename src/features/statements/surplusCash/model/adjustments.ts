import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents, sumMoney, toCents } from '#kernel/model/money.ts'
import { getPrefilledFigures, type SurplusRow } from './surplus.ts'

/** The adjustments of last year's accounts, in dollars by code. */
export type Adjustments = Readonly<Record<string, number>>

/** Returns a function that reads the adjusted balance sheet, in cents. */
export const adjustBalanceSheet =
  (read: ReadCents, adjustments: Adjustments): ReadCents =>
  (code) =>
    read(code) + toCents(adjustments[code] ?? 0)

/**
 * Returns the rows of a form as they would be on a restated balance sheet. An entered amount changes by the
 * same amount as the accounts that prefill its line; the other lines follow (domain 47.4).
 */
export function adjustRows<Row extends SurplusRow>(
  rows: readonly Row[],
  read: ReadCents,
  adjustments: Adjustments,
): readonly Row[] {
  const [before, after] = [
    getPrefilledFigures(read),
    getPrefilledFigures(adjustBalanceSheet(read, adjustments)),
  ]
  return rows.map((row) => {
    const code = row.lineCode as keyof typeof before
    const adjustAmount = (amount: number | null) =>
      amount === null ? null : fromCents(toCents(amount) + after[code] - before[code])
    return {
      ...row,
      submittedAmount: adjustAmount(row.submittedAmount),
      reviewAmount: adjustAmount(row.reviewAmount),
    }
  })
}

/** Computes how much more was decided than the restated year allows, in dollars. 0 if it allows all. */
export const computeExcess = (decided: readonly { amount: number | null }[], available: number): number =>
  Math.max(
    0,
    fromCents(toCents(sumMoney(decided.map(({ amount }) => amount ?? 0))) - Math.max(0, toCents(available))),
  )
