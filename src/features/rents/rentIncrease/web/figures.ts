import { formatMoney } from '#kernel/model/money.ts'

/**
 * Formats dollars without the dollar sign, with cents only if there are any: `1,188`, `602.50`. Empty
 * without an amount.
 */
export const formatAmount = (amount: number | null | undefined): string =>
  amount === null || amount === undefined
    ? ''
    : amount.toLocaleString('en-US', {
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        maximumFractionDigits: 2,
      })

/** Formats dollars with plus or minus: `+19`, `−4`, `0`. Empty without an amount. */
export const formatSignedAmount = (amount: number | null): string =>
  amount === null ? '' : `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${formatAmount(Math.abs(amount))}`

/** Formats a percent: `3.39%`. Empty without a percent. */
export const formatPercent = (percent: number | null, decimals = 2): string =>
  percent === null ? '' : `${percent.toFixed(decimals)}%`

/** Formats whole dollars: `$1,202`. */
export const formatWholeDollars = (amount: number): string => formatMoney(amount, { whole: true })
