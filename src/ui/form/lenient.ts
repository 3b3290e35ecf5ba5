import { z } from 'zod'
import { parseDay } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { messages } from '#ui/form/validation.ts'
import { getChildren, getFieldFacts } from './metadata.ts'

/**
 * The name of the field that identifies the lines of a list in the browser. It is never sent (see
 * `lineNames`).
 */
export const LINE_KEY = 'lineKey'

/**
 * The values that a save may send, and the faults of values that are omitted because they are not yet a date
 * or a number.
 */
export interface Saveable {
  values: Record<string, unknown>
  faults: Fault[]
}

/** Whether a value is a plain object: a record or a line, not a list, a file or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns a copy of the values without the keys that identify lines in the browser. */
export function withoutLineKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLineKeys)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([name]) => name !== LINE_KEY)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutLineKeys(one)]))
}

const NUMERIC = new Set(['money', 'percent', 'number'])

/**
 * Returns the message for a text that is not the date, number or choice of its field; undefined if it may be
 * sent.
 */
function getReadingFault(schema: z.core.$ZodType | undefined, value: unknown): string | undefined {
  if (!schema || typeof value !== 'string') return undefined
  const { kind } = getFieldFacts(schema)
  if (kind === 'day' && parseDay(value) === null) return findValueFault(schema, value) ?? messages.notADate
  if (kind && NUMERIC.has(kind)) return findValueFault(schema, value) ?? 'Enter a number.'
  if (kind === 'choice') return findValueFault(schema, value)
  return undefined
}

/** Returns the strict schema's message about one value; undefined if it is valid. */
export function findValueFault(schema: z.core.$ZodType, value: unknown): string | undefined {
  const message = z.safeParse(schema, value).error?.issues[0]?.message
  // A text in a choice is a pasted word that is not in the list.
  return message && typeof value === 'string' && getFieldFacts(schema).kind === 'choice'
    ? 'Choose one from the list.'
    : message
}

/**
 * Returns the values that a lenient save may send. Texts that are not yet a date or a number become null,
 * each with a fault. Empty texts become null, and the keys of new lines are removed. Nothing else is checked.
 */
export function getSaveableValues(schema: z.core.$ZodType, values: unknown): Saveable {
  const faults: Fault[] = []
  const clean = (fieldSchema: z.core.$ZodType | undefined, value: unknown, path: string): unknown => {
    const { fields, line } = fieldSchema ? getChildren(fieldSchema) : {}
    const step = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
    if (Array.isArray(value)) return value.map((item, index) => clean(line, item, step(index)))
    if (isRecord(value)) {
      const entries = Object.entries(value).filter(([name]) => name !== LINE_KEY)
      return Object.fromEntries(entries.map(([name, one]) => [name, clean(fields?.[name], one, step(name))]))
    }
    if (value === '' && fieldSchema && getFieldFacts(fieldSchema).kind !== undefined) return null
    const message = getReadingFault(fieldSchema, value)
    if (message === undefined) return value
    faults.push({ field: path, message })
    return null
  }
  const cleaned = clean(schema, values, '')
  return { values: isRecord(cleaned) ? cleaned : {}, faults }
}
