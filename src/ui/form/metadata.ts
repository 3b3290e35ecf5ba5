import { z } from 'zod'
import type { FieldMeta } from '#kernel/model/field.ts'
import type { Option } from './display.ts'

/**
 * Facts about a field, written once with the entity by the helpers of `field.ts`, with what only inputs need.
 */
export interface FieldFacts extends Partial<FieldMeta> {
  /** Percent only: digits after the point, two unless said otherwise. */
  decimals?: number
  /** Number only: a year or a code, shown without thousands separators. */
  plain?: boolean
  /** Lists only: what one line is called ("Item"), for the error summary. */
  noun?: string
}

/**
 * Returns the schema inside an optional, nullable, default, read-only or transform wrapper; undefined for any
 * other schema.
 */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodCatch
  return wraps ? schema.unwrap() : undefined
}

/** The schema inside all wrappers. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = unwrapped(schema)
  return inner ? bare(inner) : schema
}

/**
 * The parts of a field path: `items.2.invoiceDate` → `['items', '2', 'invoiceDate']`; the empty path has
 * none.
 */
export function splitFieldPath(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/**
 * The schema of the field at a path such as `items.2.invoiceDate`; undefined when the schema has no such
 * field. A number (or `*`) in the path steps into the lines of a list.
 */
export function schemaAt(schema: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = schema
  for (const part of splitFieldPath(path)) {
    const inner: z.core.$ZodType = bare(current)
    if (inner instanceof z.ZodObject) current = inner.shape[part]
    else if (inner instanceof z.ZodArray) current = inner.element
    else return undefined
    if (current === undefined) return undefined
  }
  return current
}

/**
 * The fields of an object schema, the line schema of a list, or neither. Used to walk values together with
 * their schema.
 */
export function getChildren(schema: z.core.$ZodType): {
  fields?: Readonly<Record<string, z.core.$ZodType>>
  line?: z.core.$ZodType
} {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject) return { fields: inner.shape }
  if (inner instanceof z.ZodArray) return { line: inner.element }
  return {}
}

/**
 * The facts a field schema carries, also through `.nullable()` and the like; the outermost statement wins.
 */
export function getFieldFacts(schema: z.core.$ZodType | undefined): FieldFacts {
  if (!schema) return {}
  const fieldFacts = z.globalRegistry.get(schema) as FieldFacts | undefined
  return { ...getFieldFacts(unwrapped(schema)), ...fieldFacts }
}

/** The facts of the field at a path; empty when unknown. */
export function factsAt(schema: z.core.$ZodType, path: string): FieldFacts {
  return getFieldFacts(schemaAt(schema, path))
}

const offered = new WeakMap<z.core.$ZodType, readonly Option[]>()

/**
 * What can be chosen in a field that names its own choices: the texts of `oneOf`, the numbers that `code` has
 * words for. Undefined where the schema does not say, as with a reference to another record.
 */
export function getFieldOptions(schema: z.core.$ZodType | undefined): readonly Option[] | undefined {
  if (!schema) return undefined
  const cached = offered.get(schema)
  if (cached) return cached
  const options = listOptions(schema)
  if (options) offered.set(schema, options)
  return options
}

function listOptions(schema: z.core.$ZodType): readonly Option[] | undefined {
  const { labels } = getFieldFacts(schema)
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return getFieldOptions(inner.element)
  if (labels)
    return Object.entries(labels)
      .map(([value, label]) => ({ value: Number(value), label }))
      .filter(({ value }) => z.safeParse(inner, value).success)
  return inner instanceof z.ZodEnum
    ? inner.options.map((value) => ({ value, label: String(value) }))
    : undefined
}

const requiredness = new WeakMap<z.core.$ZodType, boolean>()

/** Whether the strict schema refuses an unanswered field (null, missing and the empty text or list alike). */
export function isRequired(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return false
  const isKnown = requiredness.get(schema)
  if (isKnown !== undefined) return isKnown
  const accepts = (value: unknown) => z.safeParse(schema, value).success
  const inner = bare(schema)
  const empties = inner instanceof z.ZodArray ? [[]] : inner instanceof z.ZodString ? [''] : []
  const required = ![null, undefined, ...empties].some(accepts)
  requiredness.set(schema, required)
  return required
}

/** Words for a field name that has no label: `invoiceDate` → `Invoice date`. */
export function describeName(name: string): string {
  const text = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
