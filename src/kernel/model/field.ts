import { z } from 'zod'
import { type FieldMeta, getFieldMeta, PRODUCT } from './fieldMeta.ts'

export { type FieldKind, type FieldMeta, getFieldMeta, PRODUCT } from './fieldMeta.ts'

/**
 * Field helpers: a field of a record is declared once, with label, kind and limits. Validation, row types,
 * OpenAPI, form inputs and table columns are derived from it.
 */

export const REQUIRED = '*Field is required'
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
}

/**
 * The message of a fault where a field has none of its own; the library's messages ("expected number") are
 * not for users.
 */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input == null) return REQUIRED // What is missing is said as such.
  if (issue.code === 'invalid_type') return `Enter ${KINDS[issue.expected] ?? 'a value of the right kind'}.`
  if (issue.code === 'too_big')
    return `Enter ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''} or less.`
  if (issue.code === 'too_small')
    return `Enter ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''} or more.`
  return issue.code === 'invalid_value' ? 'Choose one from the list.' : 'This cannot be read. Enter it again.'
}
z.config({ customError: describeIssue })
const [LARGEST_ID, LARGEST_MONEY] = [2_147_483_647, 999_999_999_999.99]

function declare<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  // Also declared on the schema inside a nullable one: a text from the wire is parsed by its kind, and
  // `unwrap()` keeps the declaration.
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType
  if (inner) z.globalRegistry.add(inner, meta)
  return schema.meta(meta) as T
}

/**
 * A field under further names that documents have for it: `alsoNamed(flag('Pictures were received'),
 * 'PicturesRecieved')`.
 */
export const alsoNamed = <T extends z.ZodType>(schema: T, ...names: string[]): T =>
  declare(schema, { ...getFieldMeta(schema)!, alsoNamed: names })

/** A money field into which amounts below zero may be typed, such as a credit. */
export const allowNegative = <T extends z.ZodType>(schema: T): T =>
  declare(schema, { ...getFieldMeta(schema)!, negative: true })

/**
 * A field under a name of the documents that has `{product}` in it: `ofProduct(flag('Internal'),
 * 'internalTo{product}')`.
 */
export const ofProduct = <T extends z.ZodType>(schema: T, name: `${string}{product}${string}`): T =>
  alsoNamed(schema, name.replace('{product}', PRODUCT))

/** A field that a step of its own changes once the record is there: `stepOnly(flag('Blocks requests'))`. */
export const stepOnly = <T extends z.ZodType>(schema: T): T =>
  declare(schema, { ...getFieldMeta(schema)!, writtenBySteps: true })

/** Whole number that identifies a row; 0 means "new" on the wire. */
export const id = (label = 'Id') => declare(z.int().min(0).max(LARGEST_ID), { label, kind: 'id' })

/** Reference to a row of another entity; null when none is chosen. */
export const ref = (label: string, refersTo: string) =>
  declare(z.int().min(0).max(LARGEST_ID).nullable(), { label, kind: 'choice', refersTo })

/**
 * Control characters, and those that turn the direction of what follows: a line must read as it is stored.
 */
export const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const line = (maxLength: number, error?: string) =>
  z
    .string(error)
    .max(maxLength, `Text cannot exceed ${maxLength} characters.`)
    .refine((value) => !HIDDEN.test(value), 'Write one line, without tabs or hidden characters.')

/** One line of text, at most `maxLength` characters (VAL-09). */
export const text = (label: string, maxLength = 200, help?: string) =>
  declare(line(maxLength).nullable(), { label, kind: 'text', maxLength, help })

const WEB_ADDRESS = /^((https?:\/\/)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?([/?#]\S*)?)?$/iu
const isWebAddress = (value: string) => WEB_ADDRESS.test(value)

/** An address on the web; of its schemes only http and https, which may be left out. */
export const webAddress = (label: string) => {
  const schema = line(200).refine(isWebAddress, 'Enter an address such as https://company.example.')
  return declare(schema.nullable(), { label, kind: 'text', maxLength: 200 })
}

const lines = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Text cannot exceed ${maxLength} characters.`)
    .refine((value) => !value.includes('\0'), 'Remove the hidden characters.')

/** Several lines of text. */
export const longText = (label: string, maxLength = 4000, help?: string) =>
  declare(lines(maxLength).nullable(), { label, kind: 'longText', maxLength, help })

/** Text that may not be empty (VAL-01). */
export const requiredText = (label: string, maxLength = 200, help?: string) =>
  declare(line(maxLength, REQUIRED).min(1, REQUIRED), { label, kind: 'text', maxLength, help })

export const email = (label = 'E-mail') =>
  declare(z.email('Enter an e-mail address such as name@company.example.').max(254).nullable(), {
    label,
    kind: 'email',
    maxLength: 254,
  })

export const phone = (label = 'Phone') =>
  declare(line(30).nullable(), { label, kind: 'phone', maxLength: 30 })

export const zip = (label = 'ZIP code') =>
  declare(
    z
      .string()
      .regex(/^\d{5}(-?\d{4})?$/, 'Enter a ZIP code of five or nine digits.')
      .nullable(),
    { label, kind: 'zip', maxLength: 10 },
  )

const dollars = z.number().max(LARGEST_MONEY, 'This amount is too large.')
/**
 * Dollars with two decimals, not below `least`; texts such as `$1,234.50 ` are read before the check
 * (VAL-16).
 */
export const money = (label: string, help?: string, minimum = -LARGEST_MONEY) =>
  declare(dollars.min(minimum, minimum === 0 ? 'Enter 0 or more.' : undefined).nullable(), {
    label,
    kind: 'money',
    rounding: false,
    help,
  })

/** Percent in points with four decimals; a change may be more than a thousand. */
export const percent = (label: string, maximum = 1000) =>
  declare(z.number().min(-maximum).max(maximum).nullable(), { label, kind: 'percent' })

export const number = (label: string, minimum = 0, maximum = LARGEST_ID) =>
  declare(
    z
      .int('Enter a whole number.')
      .min(minimum, `Enter ${minimum} or more.`)
      .max(maximum, `Enter ${maximum} or less.`)
      .nullable(),
    { label, kind: 'number' },
  )

/** Any finite number, such as a latitude or a score. */
export const decimal = (label: string) => declare(z.number().nullable(), { label, kind: 'number' })

/** Business date without zone: `YYYY-MM-DD` on the wire; slashes are accepted (DUP-03). */
export const day = (label: string) =>
  declare(z.iso.date('Enter a date as MM/DD/YYYY.').nullable(), { label, kind: 'day' })

/** Moment in UTC, ISO 8601. */
export const moment = (label: string) => declare(z.string().max(40).nullable(), { label, kind: 'moment' })

export const flag = (label: string) => declare(z.boolean(), { label, kind: 'flag' })

/** One of a fixed list of texts. */
export const choiceField = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  declare(z.enum(values), { label, kind: 'choice' })

/** One of a fixed list of numbers, such as a status, with what they are called. */
export const code = (label: string, minimum: number, maximum: number, labels?: FieldMeta['labels']) =>
  declare(z.int().min(minimum).max(maximum), { label, kind: 'choice', labels })
