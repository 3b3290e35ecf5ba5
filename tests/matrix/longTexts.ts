import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { getFieldMeta } from '#kernel/model/field.ts'

/**
 * Texts on which a careless regular expression takes time proportional to the square of their length, and
 * requests filled with them.
 */

type Schema = z.core.$ZodType
type Definition = {
  type: string
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  options?: readonly Schema[]
  format?: string
  checks?: readonly { _zod: { def: { format?: string } } }[]
}
const getDefinition = (schema: Schema): Definition => schema._zod.def as Definition

const beginnings = ['', '@', '1', 'a@a']
const repeated = [
  '.',
  ' ',
  '@',
  '1',
  '1,',
  '-',
  'a.',
  '\n ',
  '{{',
  '<a ',
  '<a href="',
  '&nbsp;',
  '0/',
  '\u00a0',
]

/**
 * The largest body that most calls accept, in bytes, and a text length for which quadratic time would take
 * many seconds.
 */
const BYTES = 1_000_000
const LONG = 50_000

/**
 * Functions that build a text of a given length: a start that a pattern may match, a repeated part that it
 * may go on matching, and an end that fails.
 */
export const longTexts: readonly ((length: number) => string)[] = beginnings.flatMap((beginning) =>
  repeated.map((text) => (length: number) => `${(beginning + text.repeat(length)).slice(0, length - 1)}!`),
)

/** Counts the values of a schema that can be sent as text. */
function countTexts(schema: Schema): number {
  const def = getDefinition(schema)
  if (def.innerType) return countTexts(def.innerType)
  if (def.element) return countTexts(def.element)
  if (def.shape) return Object.values(def.shape).reduce((sum, schema) => sum + countTexts(schema), 0)
  return 1
}

/** Builds a value with this text in every field, including fields of other types. */
function fillWithText(schema: Schema, text: string): unknown {
  const def = getDefinition(schema)
  if (def.innerType) return fillWithText(def.innerType, text)
  if (def.element) return [fillWithText(def.element, text)]
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, fillWithText(one, text)]))
  return text
}

/** Builds a request of about the largest accepted size, with long texts in every field. */
export function fillRequestWithText(call: Call, getText: (length: number) => string) {
  const part = (schema: Schema | undefined, maximum: number) =>
    schema &&
    fillWithText(schema, getText(Math.max(2, Math.min(LONG, Math.floor(maximum / countTexts(schema))))))
  return { params: part(call.params, 300), query: part(call.query, 10_000), body: part(call.body, BYTES) }
}

/** Builds a valid value whose free texts have their maximum length. The other values come from a sample. */
export function stretchTexts(schema: Schema, sample: unknown, textOf: (length: number) => string): unknown {
  const def = getDefinition(schema)
  if (def.innerType) return stretchTexts(def.innerType, sample, textOf)
  if (def.element) return [stretchTexts(def.element, (sample as unknown[] | null | undefined)?.[0], textOf)]
  if (def.shape) {
    const fields = sample as Record<string, unknown> | null | undefined
    return Object.fromEntries(
      Object.entries(def.shape).map(([name, one]) => [name, stretchTexts(one, fields?.[name], textOf)]),
    )
  }
  return isFreeText(schema) ? textOf((schema as z.ZodString).maxLength ?? 100) : (sample ?? null)
}

const isFreeText = (schema: Schema): boolean => {
  const { type, format, checks } = getDefinition(schema)
  const free = type === 'string' && !format && !checks?.some((check) => check._zod.def.format === 'regex')
  return free && ['text', 'longText', undefined].includes(getFieldMeta(schema)?.kind)
}

/** Whether a call accepts any free text. */
export const takesText = (call: Call): boolean =>
  [call.query, call.body].some((schema) => schema !== undefined && containsFreeText(schema))
function containsFreeText(schema: Schema): boolean {
  const def = getDefinition(schema)
  const inner = def.innerType ?? def.element
  return inner
    ? containsFreeText(inner)
    : def.shape
      ? Object.values(def.shape).some(containsFreeText)
      : isFreeText(schema)
}

/** Returns the paths of texts that have neither a maximum length nor a format that limits it. */
export function findUnboundedTexts(schema: Schema, path: string): string[] {
  const def = getDefinition(schema)
  const inner = def.innerType ?? def.element
  if (inner) return findUnboundedTexts(inner, path)
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, one]) => findUnboundedTexts(one, `${path}.${name}`))
  const bounded = (schema as z.ZodString).maxLength ?? null
  return def.type === 'string' && !def.format && bounded === null && isFreeText(schema) ? [path] : []
}
