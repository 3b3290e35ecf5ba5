import type { z } from 'zod'
import { parseDay } from './dates.ts'
import { getFieldMeta } from './fieldMeta.ts'
import { readMoney } from './money.ts'

/**
 * The problems found while reading a payload: unknown keys, and fields to which two keys give different
 * values. `standing` is the stored record, and `body` the whole payload.
 */
export type WireNotes = { strangers: string[]; clashes: Clash[]; standing?: unknown; body?: unknown }
/** A field to which two keys of the payload give different values: its path and the two keys. */
export type Clash = { place: string; names: [string, string] }

/**
 * Converts a payload to the shape that a schema declares, before it is checked. Keys are matched without
 * regard to case and underscores (`OperatingReserveRequest_Id`, `StatusID`), "project" means "property", and
 * a field may come under its names in the documents. Texts become numbers, dates and amounts if the schema
 * requires those. A value that cannot be read is not changed, so that the check reports the field. `notes`
 * gets the path of every unknown key, and of every field to which two keys give different values.
 */
export function normalize(
  schema: z.core.$ZodType,
  value: unknown,
  notes?: WireNotes,
  pathPrefix = '',
): unknown {
  const def = schema._zod.def as Definition
  if (
    def.type === 'optional' ||
    def.type === 'nullable' ||
    def.type === 'default' ||
    def.type === 'readonly'
  ) {
    if (value === null || value === undefined) return value
    if (value === '' && def.type === 'nullable' && wantsScalar(schema)) return null
    // Older clients send 0 if no row is chosen (`RequestContact_Id: 0`). No row has the id 0.
    if ((value === 0 || value === '0') && def.type === 'nullable' && getFieldMeta(schema)?.refersTo)
      return null
    return normalize(def.innerType as z.core.$ZodType, value, notes, pathPrefix)
  }
  if (def.type === 'object') return normalizeObject(def.shape as Shape, value, notes, pathPrefix)
  if (def.type === 'array') {
    // A single number is accepted for a list.
    if (typeof value === 'number') return [value]
    if (!Array.isArray(value)) return value
    return value.map((item, index) =>
      normalize(def.element as z.core.$ZodType, item, notes, `${pathPrefix}${index}.`),
    )
  }
  if (typeof value === 'string') return readText(schema, def.type, value)
  if (def.type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (def.type === 'string' && typeof value === 'number') return String(value)
  // An object with an id is accepted for the id: `vendor: { id: 5, … }`.
  if (def.type === 'number' && value !== null && typeof value === 'object' && 'id' in value) return value.id
  return value
}

type Shape = Record<string, z.core.$ZodType>
type Definition = { type: string; innerType?: z.core.$ZodType; element?: z.core.$ZodType; shape?: Shape }

/** Whether a schema is a field of a kind other than text. */
const wantsScalar = (schema: z.core.$ZodType): boolean => {
  const kind = getFieldMeta(schema)?.kind
  return kind !== undefined && kind !== 'text' && kind !== 'longText'
}

/** The longest text that is read if no length is declared, such as for an amount, a date or an id. */
const LONGEST = 100

function readText(schema: z.core.$ZodType, type: string, input: string): unknown {
  // A text that is too long is cut to a length that still fails the check, so that no pattern runs on a huge
  // text. The declared length counts code points, which have up to two characters in JavaScript.
  const value = input.slice(0, 1 + 2 * ((schema as z.ZodString).maxLength ?? LONGEST))
  if (type !== 'string' && value.length > LONGEST) return input
  const kind = getFieldMeta(schema)?.kind
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

/** Returns a key without case and underscores, and with "project" replaced by "property". */
const toPlainKey = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(id|ids)$/, 'property$1')

/** The field names by plain key, cached for each shape. */
const keyMaps = new WeakMap<Shape, Map<string, string>>()

function getKeyMap(shape: Shape): Map<string, string> {
  let map = keyMaps.get(shape)
  if (!map) {
    const documentNames = Object.entries(shape).flatMap(([key, field]) =>
      (getFieldMeta(field)?.alsoNamed ?? []).map((name): [string, string] => [toPlainKey(name), key]),
    )
    map = new Map([
      ...documentNames,
      ...Object.keys(shape).map((key): [string, string] => [toPlainKey(key), key]),
    ])
    keyMaps.set(shape, map)
  }
  return map
}

function normalizeObject(
  shape: Shape,
  value: unknown,
  notes: WireNotes | undefined,
  pathPrefix: string,
): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const map = getKeyMap(shape)
  const result: Record<string, unknown> = {}
  const readFrom = new Map<string, string>()
  for (const [key, part] of Object.entries(value)) {
    const name = map.get(toPlainKey(key))
    if (name === undefined) {
      notes?.strangers.push(`${pathPrefix}${key}`)
      continue
    }
    const read = normalize(shape[name]!, part, notes, `${pathPrefix}${key}.`)
    const earlier = readFrom.get(name)
    if (earlier === undefined || isSame(result[name], read)) {
      if (earlier === undefined || key === name) readFrom.set(name, key)
      result[name] = read ?? result[name] ?? read
      continue
    }
    const selected = pickChanged(notes, `${pathPrefix}${name}`, result[name], read)
    if (selected === undefined) notes?.clashes.push({ place: `${pathPrefix}${name}`, names: [earlier, key] })
    const takesLater = selected === undefined ? key === name : selected === read
    if (!takesLater) continue
    result[name] = read
    readFrom.set(name, key)
  }
  return result
}

/**
 * Returns the one of two values that differs from the stored value. Undefined if both or neither differ, or
 * if the stored value is not known.
 */
function pickChanged(notes: WireNotes | undefined, place: string, first: unknown, second: unknown): unknown {
  const storedValue =
    notes?.standing === undefined ? undefined : getStoredValueAt(notes.standing, place, notes.body)
  if (storedValue === undefined) return undefined
  if (isSame(storedValue, first)) return second
  return isSame(storedValue, second) ? first : undefined
}

/**
 * Returns the stored record's value at a path of the body; undefined if there is none. The path `request` is
 * the record itself. A line of the body corresponds to the record's line with the same key, which is the
 * line's first field.
 */
export function getStoredValueAt(storedRecord: unknown, place: string, body?: unknown): unknown {
  const steps = place.split('.')
  let [here, payload]: [unknown, unknown] = [storedRecord, body]
  for (const [index, step] of steps.entries()) {
    const within =
      payload !== null && typeof payload === 'object' ? (payload as Record<string, unknown>)[step] : undefined
    if (index > 0 || step !== 'request') {
      if (here === null || typeof here !== 'object') return undefined
      here = Array.isArray(here) ? findSameLine(here, within) : getValue(here, step)
    }
    payload = within
  }
  return here
}

/** Returns the value of a record under a name, without regard to case and underscores. */
function getValue(record: object, name: string): unknown {
  const key = Object.keys(record).find((candidate) => toPlainKey(candidate) === toPlainKey(name))
  return key === undefined ? undefined : (record as Record<string, unknown>)[key]
}

/** Finds the stored line with the same key as a line of the payload. */
function findSameLine(lines: readonly unknown[], payload: unknown): unknown {
  if (payload === null || typeof payload !== 'object') return undefined
  return lines.find((line) => {
    const [key] = Object.keys(line as object)
    const id = key === undefined ? undefined : getValue(payload, key)
    return id !== undefined && isSame(id, (line as Record<string, unknown>)[key!])
  })
}

/** The values that count as empty, also as the texts of a form. */
const EMPTY_VALUES: readonly unknown[] = [null, undefined, '', 0, false, '0', 'false']
const isEmpty = (value: unknown): boolean => EMPTY_VALUES.includes(value)

/** Whether two values mean the same in a payload. `null`, an empty text, 0 and false are all the same. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right || (isEmpty(left) && isEmpty(right))) return true
  if (isEmpty(left) || isEmpty(right)) return false
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((part, index) => isSame(part, right[index]))
  if (typeof left === 'object' && typeof right === 'object')
    return isSameRecord(left as object, right as object)
  if (typeof left === 'object' || typeof right === 'object') return false
  const [leftText, other] = [String(left).trim(), String(right).trim()]
  if (leftText === other) return true
  const [day, otherDay] = [parseDay(leftText), parseDay(other)]
  return (day !== null && day === otherDay) || (leftText !== '' && Number(leftText) === Number(other))
}

function isSameRecord(left: object, right: object): boolean {
  const valuesByName = new Map(Object.entries(right).map(([name, value]) => [toPlainKey(name), value]))
  return Object.entries(left).every(([name, value]) => isSame(value, valuesByName.get(toPlainKey(name))))
}
