import { formatMoney, parseMoney } from '#kernel/model/money.ts'
import { fillFromRight } from '#ui/form/validation.ts'

/** Most digits an amount may have: the twelve of `numeric(14,2)` before the point, and two behind. */
const MOST_DIGITS = 14

/**
 * Digits of an input that fills from the right, as held by the input: `-125050` for -1250.5 with two decimals,
 * empty for no value. VAL-13, VAL-14.
 */
export function digitsOf(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return ''
  const shifted = Math.round(Number(`${Math.abs(value)}e${decimals}`))
  return `${value < 0 ? '-' : ''}${shifted}`
}

/** The number behind such digits; null when there are none. */
export function valueOfDigits(digits: string, decimals: number): number | null {
  const bare = digits.replace(/\D/g, '')
  if (bare === '') return null
  const size = Number(`${bare}e-${decimals}`)
  return digits.startsWith('-') && size !== 0 ? -size : size
}

/**
 * Digits typed into a box, of at most 14 and with one leading minus when amounts below zero are allowed. Deleting the
 * last digit that counts empties the box: the zeros that filled it up were not typed.
 */
export function typedDigits(text: string, negative: boolean, deleting = false): string {
  const digits = text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, MOST_DIGITS)
  if (deleting && Number(digits) === 0) return ''
  // Any minus counts, wherever the cursor stood; a second one takes the first back.
  const minuses = text.split('-').length - 1
  return negative && minuses % 2 === 1 ? `-${digits}` : digits
}

/** Money as its box shows it while typing: digits `1234` are `$12.34`, or `$1,234` in whole dollars. VAL-12 to VAL-14. */
export function moneyText(digits: string, whole: boolean): string {
  if (digits === '' || digits === '-') return digits
  return formatMoney(parseMoney(fillFromRight(digits, { whole })), { whole })
}

/** Percent points as their box shows them: digits `525` are `5.25%` with two decimals. VAL-13. */
export function percentText(digits: string, decimals: number): string {
  const value = valueOfDigits(digits, decimals)
  return value === null ? digits : `${value.toFixed(decimals)}%`
}
