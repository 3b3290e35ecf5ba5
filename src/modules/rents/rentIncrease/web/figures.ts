import { formatMoney } from '#kernel/model/money.ts'

/** Dollars without their sign, cents only where there are any: `1,188`, `602.50`; '' for nothing. */
export const figure = (amount: number | null | undefined): string =>
  amount === null || amount === undefined
    ? ''
    : amount.toLocaleString('en-US', {
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        maximumFractionDigits: 2,
      })

/** The same with its sign: `+19`, `−4`, `0`. */
export const signed = (amount: number | null): string =>
  amount === null ? '' : `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${figure(Math.abs(amount))}`

/** `3.39%`; '' for nothing. */
export const percentText = (percent: number | null, decimals = 2): string =>
  percent === null ? '' : `${percent.toFixed(decimals)}%`

/** `$1,202`. */
export const dollars = (amount: number): string => formatMoney(amount, { whole: true })
