import type { z } from 'zod'
import { parseDay } from './dates.ts'
import { metaOf } from './field.ts'
import { parseMoney } from './money.ts'

/**
 * Brings what came over the wire into the shape a schema declares, before it is checked: keys are matched without
 * regard to case and underscores (`OperatingReserveRequest_Id`, `StatusID`), "project" and "property" are one word,
 * and texts become numbers, dates and amounts where the schema wants those. Nothing is invented: what cannot be read
 * is left as it is, so that the check names the field.
 */
export function normalise(schema: z.core.$ZodType, value: unknown): unknown {
  const def = schema._zod.def as Definition
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'readonly') {
    if (value === null || value === undefined) return value
    if (value === '' && def.type === 'nullable' && wantsScalar(schema)) return null
    return normalise(def.innerType as z.core.$ZodType, value)
  }
  if (def.type === 'object') return normaliseObject(def.shape as Shape, value)
  if (def.type === 'array') {
    return Array.isArray(value) ? value.map((one) => normalise(def.element as z.core.$ZodType, one)) : value
  }
  if (typeof value === 'string') return readText(schema, def.type, value)
  if (def.type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (def.type === 'string' && typeof value === 'number') return String(value)
  return value
}

type Shape = Record<string, z.core.$ZodType>
type Definition = { type: string; innerType?: z.core.$ZodType; element?: z.core.$ZodType; shape?: Shape }

const wantsScalar = (schema: z.core.$ZodType): boolean => {
  const kind = metaOf(schema)?.kind
  return kind !== undefined && kind !== 'text' && kind !== 'longText'
}

/** The longest text that is read where no length is declared: an amount, a date, an id. */
const LONGEST = 100

function readText(schema: z.core.$ZodType, type: string, given: string): unknown {
  // Of a text that is too long, what shows it: no pattern meets more. Lengths are in code points, of up to two places.
  const value = given.slice(0, 1 + 2 * ((schema as z.ZodString).maxLength ?? LONGEST))
  if (type !== 'string' && value.length > LONGEST) return given
  const kind = metaOf(schema)?.kind
  if (kind === 'day') return parseDay(value) ?? value
  if (type === 'number') {
    if (kind === 'money') return parseMoney(value) ?? value
    const text = value.trim()
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value
  }
  if (type === 'boolean') {
    const text = value.toLowerCase()
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return value
}

const plain = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(id|ids)$/, 'property$1')

/** One map per schema shape, kept as long as the shape lives. */
const keyMaps = new WeakMap<Shape, Map<string, string>>()

function keyMapOf(shape: Shape): Map<string, string> {
  let map = keyMaps.get(shape)
  if (!map) {
    map = new Map(Object.keys(shape).map((key) => [plain(key), key]))
    keyMaps.set(shape, map)
  }
  return map
}

function normaliseObject(shape: Shape, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const map = keyMapOf(shape)
  const result: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) {
    const name = map.get(plain(key))
    if (name === undefined || (name in result && key !== name)) continue
    result[name] = normalise(shape[name]!, one)
  }
  return result
}
