import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { getFieldMeta } from '#kernel/model/field.ts'

/** Texts that cost a careless pattern time in the square of their length, and requests full of them. */

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

/** The largest body that most calls take, and a length at which the square of it is many seconds. */
const BYTES = 1_000_000
const LONG = 50_000

/** What makes a pattern begin, what makes it go on, and what makes it fail at the end. */
export const longTexts: readonly ((length: number) => string)[] = beginnings.flatMap((beginning) =>
  repeated.map((text) => (length: number) => `${(beginning + text.repeat(length)).slice(0, length - 1)}!`),
)

/** Every place of a value that a text can be sent to. */
function leaves(schema: Schema): number {
  const def = getDefinition(schema)
  if (def.innerType) return leaves(def.innerType)
  if (def.element) return leaves(def.element)
  if (def.shape) return Object.values(def.shape).reduce((sum, schema) => sum + leaves(schema), 0)
  return 1
}

/** A value with this text wherever a text can be sent, whether one is asked for or not. */
function filled(schema: Schema, text: string): unknown {
  const def = getDefinition(schema)
  if (def.innerType) return filled(def.innerType, text)
  if (def.element) return [filled(def.element, text)]
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, filled(one, text)]))
  return text
}

/** What comes with a request about as large as may be sent, all of it one text in every field. */
export function filledRequest(call: Call, getText: (length: number) => string) {
  const part = (schema: Schema | undefined, maximum: number) =>
    schema && filled(schema, getText(Math.max(2, Math.min(LONG, Math.floor(maximum / leaves(schema))))))
  return { params: part(call.params, 300), query: part(call.query, 10_000), body: part(call.body, BYTES) }
}

/** A valid value whose free texts are as long as they may be, the rest taken from a sample. */
export function stretched(schema: Schema, sample: unknown, textOf: (length: number) => string): unknown {
  const def = getDefinition(schema)
  if (def.innerType) return stretched(def.innerType, sample, textOf)
  if (def.element) return [stretched(def.element, (sample as unknown[] | null | undefined)?.[0], textOf)]
  if (def.shape) {
    const fields = sample as Record<string, unknown> | null | undefined
    return Object.fromEntries(
      Object.entries(def.shape).map(([name, one]) => [name, stretched(one, fields?.[name], textOf)]),
    )
  }
  return isFree(schema) ? textOf((schema as z.ZodString).maxLength ?? 100) : (sample ?? null)
}

const isFree = (schema: Schema): boolean => {
  const { type, format, checks } = getDefinition(schema)
  const free = type === 'string' && !format && !checks?.some((check) => check._zod.def.format === 'regex')
  return free && ['text', 'longText', undefined].includes(getFieldMeta(schema)?.kind)
}

/** Whether a call takes free text at all. */
export const takesText = (call: Call): boolean =>
  [call.query, call.body].some((schema) => schema !== undefined && holds(schema))
function holds(schema: Schema): boolean {
  const def = getDefinition(schema)
  const inner = def.innerType ?? def.element
  return inner ? holds(inner) : def.shape ? Object.values(def.shape).some(holds) : isFree(schema)
}

/** Texts without a longest length and without a form that gives one, as paths. */
export function endless(schema: Schema, path: string): string[] {
  const def = getDefinition(schema)
  const inner = def.innerType ?? def.element
  if (inner) return endless(inner, path)
  if (def.shape) return Object.entries(def.shape).flatMap(([name, one]) => endless(one, `${path}.${name}`))
  const bounded = (schema as z.ZodString).maxLength ?? null
  return def.type === 'string' && !def.format && bounded === null && isFree(schema) ? [path] : []
}
