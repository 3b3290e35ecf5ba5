import { z } from 'zod'
import type { FieldMeta } from '#kernel/model/field.ts'
import type { Option } from './display.ts'

/**
 * The facts about a field: those that its entity declares with the helpers of `field.ts`, and those only for
 * inputs.
 */
export interface FieldFacts extends Partial<FieldMeta> {
  /** For percents: the digits after the point; two by default. */
  decimals?: number
  /** For numbers: whether it is a year or a code, shown without thousands separators. */
  plain?: boolean
  /** For lists: the name of one line ("Item"), for the error summary. */
  noun?: string
}

/**
 * Returns the schema inside an optional, nullable, default, read-only or transform wrapper; undefined for any
 * other schema.
 */
function unwrapOnce(schema: z.core.$ZodType): z.core.$ZodType | undefined {
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

/** Returns the schema inside all wrappers. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = unwrapOnce(schema)
  return inner ? unwrap(inner) : schema
}

/**
 * Splits a field path: `items.2.invoiceDate` → `['items', '2', 'invoiceDate']`. The empty path has no parts.
 */
export function splitFieldPath(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/**
 * Returns the schema of the field at a path such as `items.2.invoiceDate`; undefined if there is no such
 * field. A number or `*` in the path represents a line of a list.
 */
export function schemaAt(schema: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = schema
  for (const part of splitFieldPath(path)) {
    const inner: z.core.$ZodType = unwrap(current)
    if (inner instanceof z.ZodObject) current = inner.shape[part]
    else if (inner instanceof z.ZodArray) current = inner.element
    else return undefined
    if (current === undefined) return undefined
  }
  return current
}

/**
 * Returns the fields of an object schema, the line schema of a list, or neither, for walking through values
 * together with their schema.
 */
export function getChildren(schema: z.core.$ZodType): {
  fields?: Readonly<Record<string, z.core.$ZodType>>
  line?: z.core.$ZodType
} {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) return { fields: inner.shape }
  if (inner instanceof z.ZodArray) return { line: inner.element }
  return {}
}

/**
 * Returns the facts of a field schema, also inside `.nullable()` and the like. The outermost declaration
 * wins.
 */
export function getFieldFacts(schema: z.core.$ZodType | undefined): FieldFacts {
  if (!schema) return {}
  const fieldFacts = z.globalRegistry.get(schema) as FieldFacts | undefined
  return { ...getFieldFacts(unwrapOnce(schema)), ...fieldFacts }
}

/** Returns the facts of the field at a path; empty if there is no such field. */
export function factsAt(schema: z.core.$ZodType, path: string): FieldFacts {
  return getFieldFacts(schemaAt(schema, path))
}

const cachedOptions = new WeakMap<z.core.$ZodType, readonly Option[]>()

/**
 * Returns the options of a field whose schema has them: the texts of `choiceField`, or the labeled numbers of
 * `code`. Undefined for other fields, such as a reference to another record.
 */
export function getFieldOptions(schema: z.core.$ZodType | undefined): readonly Option[] | undefined {
  if (!schema) return undefined
  const cached = cachedOptions.get(schema)
  if (cached) return cached
  const options = listOptions(schema)
  if (options) cachedOptions.set(schema, options)
  return options
}

function listOptions(schema: z.core.$ZodType): readonly Option[] | undefined {
  const { labels } = getFieldFacts(schema)
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) return getFieldOptions(inner.element)
  if (labels)
    return Object.entries(labels)
      .map(([value, label]) => ({ value: Number(value), label }))
      .filter(({ value }) => z.safeParse(inner, value).success)
  return inner instanceof z.ZodEnum
    ? inner.options.map((value) => ({ value, label: String(value) }))
    : undefined
}

const cachedRequired = new WeakMap<z.core.$ZodType, boolean>()

/** Whether the strict schema refuses an empty field: null, missing, and an empty text or list. */
export function isRequired(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return false
  const cached = cachedRequired.get(schema)
  if (cached !== undefined) return cached
  const accepts = (value: unknown) => z.safeParse(schema, value).success
  const inner = unwrap(schema)
  const empties = inner instanceof z.ZodArray ? [[]] : inner instanceof z.ZodString ? [''] : []
  const required = ![null, undefined, ...empties].some(accepts)
  cachedRequired.set(schema, required)
  return required
}

/** Makes a label of a field's name: `invoiceDate` → `Invoice date`. */
export function describeName(name: string): string {
  const text = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
