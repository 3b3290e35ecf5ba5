import { formatMoney } from '#kernel/model/money.ts'

/**
 * Shows an amount in dollars, in figures that align in columns; `whole` shows no cents (FMT-05, FMT-06).
 * Empty without an amount.
 */
export function Money({ value, whole }: { value: number | null | undefined; whole?: boolean }) {
  return <span className="tabular">{formatMoney(value, { whole })}</span>
}
