import { formatMoney } from '#kernel/model/money.ts'

/**
 * An amount in dollars, in figures that stand under one another; `whole` shows no cents (FMT-05, FMT-06).
 * Nothing for no amount.
 */
export function Money({ value, whole }: { value: number | null | undefined; whole?: boolean }) {
  return <span className="tabular">{formatMoney(value, { whole })}</span>
}
