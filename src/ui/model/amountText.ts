import { isFinerThanCents, parseMoney, readMoney } from '#kernel/model/money.ts'

/** What a text read as an amount comes to: dollars, or why it is none, in words that follow the text. */
export type AmountRead = { amount: number } | { problem: string }

/** Digits with nothing between them, or grouped by thousands, with commas or spaces. */
const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)?(?:\.\d*)?$/
const DAY = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})(?:[ T].*)?$/
/** A dash without digits, as spreadsheets show nothing in their accounting format: `$ -`. */
const DASH = /^\(?\s*\$?\s*[-\u2010-\u2015\u2212]\s*\)?$/
/** What stands around the digits: a sign, a dollar sign, parentheses. */
const AROUND = /^[\s$()\u2212+-]+|[\s$()]+$/g

/**
 * Reads an amount that was pasted or imported, more strictly than one that is typed under somebody’s eyes
 * (`parseMoney`): 58,42 is not 5,842, and a day is no amount. The one reading of worksheets, lists and files.
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
 * The same where nobody is shown what rounding did, in forms, lists and files of amounts: finer than a cent
 * is none.
 */
export function readCentsText(text: string): AmountRead {
  const read = readAmountText(text)
  const written = readMoney(text)
  return 'amount' in read && written !== null && isFinerThanCents(written)
    ? { problem: 'is finer than a cent.' }
    : read
}

/** The amount of such a text in dollars; null where it is none. */
export function parseCentsText(text: string): number | null {
  const read = readCentsText(text)
  return 'amount' in read ? read.amount : null
}

/** The amount of a pasted or imported text in dollars; null where it is none. */
export function parseAmountText(text: string): number | null {
  const read = readAmountText(text)
  return 'amount' in read ? read.amount : null
}
