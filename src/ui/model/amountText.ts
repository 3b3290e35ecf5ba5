import { isFinerThanCents, parseMoney, readMoney } from '#kernel/model/money.ts'

/**
 * The result of reading a text as an amount: dollars, or the end of a sentence that begins with the text and
 * says why it is not an amount.
 */
export type AmountRead = { amount: number } | { problem: string }

/** Digits without separators, or grouped by thousands with commas or spaces. */
const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)?(?:\.\d*)?$/
const DAY = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})(?:[ T].*)?$/
/** A dash without digits, which is zero in the accounting format of spreadsheets: `$ -`. */
const DASH = /^\(?\s*\$?\s*[-\u2010-\u2015\u2212]\s*\)?$/
/** The characters around the digits: a sign, a dollar sign, parentheses. */
const AROUND = /^[\s$()\u2212+-]+|[\s$()]+$/g

/**
 * Reads an amount that was pasted or imported, more strictly than one that the user sees while typing
 * (`parseMoney`): 58,42 is not 5,842, and a day is not an amount. Worksheets, lists and files all use it.
 */
export function readAmountText(text: string): AmountRead {
  const trimmed = text.trim()
  if (DASH.test(trimmed)) return { amount: 0 }
  if (DAY.test(trimmed)) return { problem: 'is a day, no amount.' }
  if (/^#[A-Z/0!?]+$/.test(trimmed)) return { problem: 'is the fault of a formula: mend it in the file.' }
  const digits = trimmed.replaceAll(AROUND, '')
  const amount = parseMoney(trimmed)
  if (/^[\d.,\s]*\d[\d.,\s]*$/.test(digits) && !NUMBER.test(digits))
    return { problem: 'is not written as 1,234.56, so that it might mean several amounts.' }
  return amount === null ? { problem: 'is no amount.' } : { amount }
}

/**
 * Reads an amount like `readAmountText`, but refuses fractions of a cent, because people would not see the
 * rounding.
 */
export function readCentsText(text: string): AmountRead {
  const read = readAmountText(text)
  const written = readMoney(text)
  return 'amount' in read && written !== null && isFinerThanCents(written)
    ? { problem: 'is finer than a cent.' }
    : read
}

/** Returns the amount of a text in dollars and whole cents; null if it is not one. */
export function parseCentsText(text: string): number | null {
  const read = readCentsText(text)
  return 'amount' in read ? read.amount : null
}

/** Returns the amount of a pasted or imported text in dollars; null if it is not one. */
export function parseAmountText(text: string): number | null {
  const read = readAmountText(text)
  return 'amount' in read ? read.amount : null
}
