import type { z } from 'zod'
import { parseDay } from './dates.ts'
import { metaOf } from './fieldMeta.ts'
import { readMoney } from './money.ts'

/**
 * Brings what came over the wire into the shape a schema declares, before it is checked: keys are matched without
 * regard to case and underscores (`OperatingReserveRequest_Id`, `StatusID`), "project" and "property" are one word,
 * a field is also known by the further names of documents, and texts become numbers, dates and amounts where the schema
 * wants those. Nothing is invented: what cannot be read is left as it is, so that the check names the field. `strangers`
 * gets the place of every key that no field is named by.
 */
export function normalise(schema: z.core.$ZodType, value: unknown, strangers?: string[], at = ''): unknown {
  const def = schema._zod.def as Definition
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'readonly') {
    if (value === null || value === undefined) return value
    if (value === '' && def.type === 'nullable' && wantsScalar(schema)) return null
    // Older clients say 0 where no row is chosen (`RequestContact_Id: 0`); no row has that id.
    if ((value === 0 || value === '0') && def.type === 'nullable' && metaOf(schema)?.refersTo) return null
    return normalise(def.innerType as z.core.$ZodType, value, strangers, at)
  }
  if (def.type === 'object') return normaliseObject(def.shape as Shape, value, strangers, at)
  if (def.type === 'array') {
    if (!Array.isArray(value)) return value
    return value.map((one, index) => normalise(def.element as z.core.$ZodType, one, strangers, `${at}${index}.`))
  }
  if (typeof value === 'string') return readText(schema, def.type, value)
  if (def.type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (def.type === 'string' && typeof value === 'number') return String(value)
  // A row where its number is asked for: `vendor: { id: 5, … }`.
  if (def.type === 'number' && value !== null && typeof value === 'object' && 'id' in value) return value.id
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
    if (kind === 'money') return readMoney(value) ?? value
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
    const others = Object.entries(shape).flatMap(([key, field]) =>
      (metaOf(field)?.alsoNamed ?? []).map((name): [string, string] => [plain(name), key]),
    )
    map = new Map([...others, ...Object.keys(shape).map((key): [string, string] => [plain(key), key])])
    keyMaps.set(shape, map)
  }
  return map
}

function normaliseObject(shape: Shape, value: unknown, strangers: string[] | undefined, at: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const map = keyMapOf(shape)
  const result: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) {
    const name = map.get(plain(key))
    if (name === undefined) strangers?.push(`${at}${key}`)
    if (name === undefined || (name in result && key !== name)) continue
    result[name] = normalise(shape[name]!, one, strangers, `${at}${key}.`)
  }
  return result
}

/** Every name of a field in a schema, at any depth, as {@link normalise} compares them. */
export function namesIn(
  schema: z.core.$ZodType,
  names = new Set<string>(),
  seen = new Set<z.core.$ZodType>(),
): Set<string> {
  if (seen.has(schema)) return names
  seen.add(schema)
  const { innerType, element, shape } = schema._zod.def as Definition
  for (const [key, field] of Object.entries(shape ?? {})) {
    names.add(plain(key))
    namesIn(field, names, seen)
  }
  for (const inner of [innerType, element]) if (inner) namesIn(inner, names, seen)
  return names
}

/** The last name of a place, as names are compared: `items.0.Balance` is `balance`. */
export const nameAt = (place: string): string => plain(place.slice(place.lastIndexOf('.') + 1))
