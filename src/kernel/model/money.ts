const MONEY_TEXT = /^-?(\d+(\.\d*)?|\.\d+)$/
const LONGEST_TEXT = 100

const twoDecimals = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'negative',
})
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'negative',
  maximumFractionDigits: 0,
})

/**
 * Converts dollars to integer cents and rounds halves away from zero (1.005 → 101, -1.005 → -101).
 * Throws RangeError if the amount is not finite or its cents exceed the safe integers.
 */
export function toCents(dollars: number): number {
  const size = Math.abs(dollars)
  // Moving the decimal point in the text keeps 1.005 a half; 1.005 * 100 would be 100.49999999999999.
  // Below a millionth the text would have an exponent, and the cents are 0.
  const cents = size < 1e-6 ? 0 : Math.round(Number(`${size}e2`))
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount of money: ${dollars}`)
  return dollars < 0 && cents !== 0 ? -cents : cents
}

/** Converts integer cents to dollars. Throws RangeError unless the cents are a safe integer. */
export function fromCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not whole cents: ${cents}`)
  return cents === 0 ? 0 : cents / 100
}

/**
 * Parses an amount in dollars that was typed, pasted or sent: strips `$`, commas and spaces, reads `(5)` as
 * -5 and rounds to cents. Null for empty or invalid text, or an amount too large to count in cents. VAL-16.
 */
export function parseMoney(value: string | number | null | undefined): number | null {
  const amount = readMoney(value)
  return amount === null ? null : fromCents(toCents(amount))
}

/** Parses an amount like `parseMoney`, but does not round it to cents. */
export function readMoney(value: string | number | null | undefined): number | null {
  const amount = typeof value === 'string' ? readAmount(value) : value
  if (amount === null || amount === undefined) return null
  return Math.abs(amount) <= Number.MAX_SAFE_INTEGER / 100 ? amount : null
}

/** The message for an amount with fractions of a cent, which is refused instead of rounded. */
export const FINER_THAN_CENTS = 'Enter dollars and whole cents, such as 1,234.56.'

/** Whether an amount has fractions of a cent. Errors of binary addition (0.1 + 0.2) do not count. */
export const isFinerThanCents = (dollars: number): boolean =>
  Math.abs(dollars) <= Number.MAX_SAFE_INTEGER / 100 &&
  Math.abs(dollars - fromCents(toCents(dollars))) > 1e-9 * Math.max(1, Math.abs(dollars))

/** The message for a percent with more decimals than are stored. */
export const FINER_THAN_FOUR_DECIMALS = 'Enter at most four decimals, such as 5.1234.'

/** Whether percent points have more than the four decimals that are stored. */
export const isFinerThanFourDecimals = (points: number): boolean =>
  Math.abs(points - Number(`${Math.round(Number(`${points.toFixed(12)}e4`))}e-4`)) >
  1e-9 * Math.max(1, Math.abs(points))

function readAmount(text: string): number | null {
  const point = text.indexOf('.')
  // A comma after the point is the European format: "1.234,50" must not become 1.23.
  if (text.length > LONGEST_TEXT || (point >= 0 && text.includes(',', point))) return null
  const bare = text.replace(/[$,\s]/g, '').replace('\u2212', '-')
  const inParentheses = /^\(([^-]*)\)$/.exec(bare)
  const digits = inParentheses?.[1] ?? bare
  if (!MONEY_TEXT.test(digits)) return null
  return inParentheses ? -Number(digits) : Number(digits)
}

/** Adds amounts in dollars exactly, in cents. Null and undefined count as 0. */
export function sumMoney(amounts: Iterable<number | null | undefined>): number {
  let cents = 0
  for (const amount of amounts) cents += toCents(amount ?? 0)
  return fromCents(cents)
}

/**
 * Formats dollars: `$1,234.50`, or `$1,235` with `whole` (halves away from zero); '' if missing. FMT-05,
 * FMT-06.
 */
export function formatMoney(dollars: number | null | undefined, options: { whole?: boolean } = {}): string {
  if (dollars === null || dollars === undefined || !Number.isFinite(dollars)) return ''
  return (options.whole ? wholeDollars : twoDecimals).format(dollars)
}
