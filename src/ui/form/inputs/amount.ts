import { formatMoney, isFinerThanCents, parseMoney, readMoney } from '#kernel/model/money.ts'
import { fillFromRight } from '#ui/form/validation.ts'

/**
 * The largest number of digits of an amount: the twelve of `numeric(14,2)` before the point, and two after.
 */
const MOST_DIGITS = 14

/**
 * Returns the digits of an input that fills from the right: `-125050` for -1250.5 with two decimals; empty
 * for no value. VAL-13, VAL-14.
 */
export function getDigits(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return ''
  const shifted = Math.round(Number(`${Math.abs(value)}e${decimals}`))
  return `${value < 0 ? '-' : ''}${shifted}`
}

/** Returns the number of such digits, or of an amount with a typed point; null without digits. */
export function valueOfDigits(digits: string, decimals: number): number | null {
  if (digits.includes('.')) return valueOfDigits(getDigits(Number(digits), decimals), decimals)
  const bare = digits.replace(/\D/g, '')
  if (bare === '') return null
  const size = Number(`${bare}e-${decimals}`)
  return digits.startsWith('-') && size !== 0 ? -size : size
}

/**
 * Returns the dollars of a written amount, rounded to `decimals`; null for a text that is not an amount, is
 * finer than a cent, or has too many digits. A point at the end is allowed, because the amount is still being
 * typed.
 */
export function readAmount(text: string, decimals: number): number | null {
  const dollars = readMoney(text.replace(/\.$/, ''))
  if (dollars === null || isFinerThanCents(dollars)) return null
  return Math.abs(dollars) < 10 ** WHOLE_DIGITS ? valueOfDigits(getDigits(dollars, decimals), decimals) : null
}

/** The largest number of digits before the point of an amount. */
const WHOLE_DIGITS = MOST_DIGITS - 2

const addSign = (text: string, digits: string, negative: boolean) =>
  // A minus counts at any cursor position; a second one cancels the first.
  negative && text.split('-').length % 2 === 0 ? `-${digits}` : digits

/**
 * Returns the amount whose point was typed, such as `500.` or `500.5`: the digits before the point are whole.
 * Null if no point was typed: the box itself shows one before the last `decimals` digits.
 * @param pointed whether the box already had a typed point; the amount then remains one as long as it has its
 * point
 */
export function typedPoint(
  text: string,
  decimals: number,
  negative: boolean,
  pointed: boolean,
): string | null {
  const [before = '', ...after] = text.replace(/[^\d.]/g, '').split('.')
  if (after.length === 0) return null
  // A second point, typed after the one that the box added: all digits are whole.
  if (after.length > 1 && !pointed)
    return typedPoint(`${addSign(text, before + after.join(''), negative)}.`, 0, negative, true)
  const behind = after.join('')
  if (!pointed && behind.length >= decimals && decimals > 0) return null
  const wholeDigits = before.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS)
  return addSign(text, `${wholeDigits || '0'}.${behind.slice(0, Math.max(decimals, 2))}`, negative)
}

/**
 * Returns the digits typed into a box: at most 14, with one leading minus if negative amounts are allowed.
 * Deleting the last digit that is not a filling zero empties the box.
 */
export function typedDigits(text: string, negative: boolean, deleting = false): string {
  const digits = text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, MOST_DIGITS)
  if (deleting && Number(digits) === 0) return ''
  return addSign(text, digits, negative)
}

/**
 * Returns money as its box shows it during typing: digits `1234` are `$12.34`, or `$1,234` in whole dollars;
 * an amount with a typed point is shown as typed. VAL-12 to VAL-14.
 */
export function moneyText(digits: string, isWhole: boolean): string {
  if (digits === '' || digits === '-') return digits
  const [before = '', behind] = digits.split('.')
  if (behind !== undefined) return `${formatMoney(parseMoney(before), { whole: true })}.${behind}`
  return formatMoney(parseMoney(fillFromRight(digits, { whole: isWhole })), { whole: isWhole })
}

/** Returns percent points as their box shows them: digits `525` are `5.25%` with two decimals. VAL-13. */
export function percentText(digits: string, decimals: number): string {
  if (digits.includes('.')) return `${digits}%`
  const value = valueOfDigits(digits, decimals)
  return value === null ? digits : `${value.toFixed(decimals)}%`
}
