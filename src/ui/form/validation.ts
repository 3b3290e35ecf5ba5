import { parseDay } from '#kernel/model/dates.ts'
import { parseMoney } from '#kernel/model/money.ts'

/** The result of a field check: true, or the message to show next to the field. */
export type Verdict = true | string

/**
 * The messages of the field checks. The specification prescribes the exact text of VAL-01 to VAL-09.
 */
export const messages = {
  fieldRequired: '*Field is required',
  required: 'Required',
  negativeOrZero: '*Negative or Zero Amount is required',
  textTooLong: (limit: number) => `Text cannot exceed ${limit} characters.`,
  notADate: 'Enter a real date as MM/DD/YYYY.',
  endBeforeStart: 'The end cannot be before the start.',
} as const

type Missing = null | undefined

const isUnset = (value: unknown): value is Missing | '' =>
  value === null || value === undefined || value === ''

/** Checks a required text. A text of spaces alone is valid. VAL-01. */
export function requiredText(value: string | Missing): Verdict {
  return isUnset(value) ? messages.fieldRequired : true
}

/** Checks a required date. VAL-02. */
export function requiredDate(value: string | Missing): Verdict {
  return isUnset(value) ? messages.required : true
}

/** Checks a required yes-or-no question. False is an answer. VAL-03. */
export function requiredAnswer(value: boolean | '' | Missing): Verdict {
  return isUnset(value) ? messages.required : true
}

/** Checks a required choice. 0 is a choice. VAL-04. */
export function requiredChoice(value: unknown): Verdict {
  return isUnset(value) ? messages.required : true
}

/** Checks a required choice of one or more. VAL-05. */
export function requiredChoices(values: readonly unknown[] | Missing): Verdict {
  return values && values.length > 0 ? true : messages.required
}

/**
 * Checks a required amount of money, as number or text: empty or unreadable fails, 0 passes.
 * `requirePositive` also refuses amounts that are not above 0, `requireNegative` amounts above 0. VAL-06,
 * VAL-07.
 */
export function requiredMoney(
  value: string | number | Missing,
  options: { requirePositive?: boolean; requireNegative?: boolean } = {},
): Verdict {
  const dollars = parseMoney(value)
  if (dollars === null || (options.requirePositive && dollars <= 0)) return messages.fieldRequired
  return options.requireNegative && dollars > 0 ? messages.negativeOrZero : true
}

/** Checks a required dollar input, for which 0 is also refused. VAL-08. */
export function requiredDollars(value: string | number | Missing): Verdict {
  return parseMoney(value) ? true : messages.fieldRequired
}

/** Checks that a text has at most `limit` characters. VAL-09. */
export function maxLength(text: string | Missing, limit: number): Verdict {
  return (text ?? '').length > limit ? messages.textTooLong(limit) : true
}

/** Checks that the value of a date box (YYYY/MM/DD) is a real date. An empty value is valid here. VAL-11. */
export function widgetDate(value: string | Missing): Verdict {
  const isDate = isUnset(value) || (/^\d{4}\/\d{2}\/\d{2}$/.test(value) && parseDay(value) !== null)
  return isDate ? true : messages.notADate
}

/**
 * Returns the text of an amount whose typed digits enter from the right: '5250' → '52.50', or '5250' with
 * `whole`. Other characters are removed, except a leading minus. VAL-13, VAL-14.
 */
export function fillFromRight(input: string, options: { whole?: boolean } = {}): string {
  const sign = input.trimStart().startsWith('-') ? '-' : ''
  const digits = input.replace(/\D/g, '')
  if (digits === '') return sign
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (options.whole) return sign + significant
  const padded = significant.padStart(3, '0')
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`
}
