import type { z } from 'zod'
import { parseDay } from './dates.ts'
import { getFieldMeta } from './fieldMeta.ts'
import { readMoney } from './money.ts'

/**
 * Findings of parsing a payload other than the fields: unknown keys, and fields that two keys give different
 * values.
 */
export type WireNotes = { strangers: string[]; clashes: Clash[]; standing?: unknown; body?: unknown }
/** One field under two names, each with the value that came under it. */
export type Clash = { place: string; names: [string, string] }

/**
 * Brings what came over the wire into the shape a schema declares, before it is checked: keys are matched
 * without regard to case and underscores (`OperatingReserveRequest_Id`, `StatusID`), "project" and "property"
 * are one word, a field is also known by the further names of documents, and texts become numbers, dates and
 * amounts where the schema wants those. Nothing is invented: what cannot be read is left as it is, so that
 * the check names the field. `notes` gets the place of every key that no field is named by, and of every
 * field that two keys name differently.
 */
export function normalise(
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
    // Older clients say 0 where no row is chosen (`RequestContact_Id: 0`); no row has that id.
    if ((value === 0 || value === '0') && def.type === 'nullable' && getFieldMeta(schema)?.refersTo)
      return null
    return normalise(def.innerType as z.core.$ZodType, value, notes, pathPrefix)
  }
  if (def.type === 'object') return normaliseObject(def.shape as Shape, value, notes, pathPrefix)
  if (def.type === 'array') {
    if (typeof value === 'number') return [value] // One where a list is asked for.
    if (!Array.isArray(value)) return value
    return value.map((item, index) =>
      normalise(def.element as z.core.$ZodType, item, notes, `${pathPrefix}${index}.`),
    )
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
  const kind = getFieldMeta(schema)?.kind
  return kind !== undefined && kind !== 'text' && kind !== 'longText'
}

/** The longest text that is read where no length is declared: an amount, a date, an id. */
const LONGEST = 100

function readText(schema: z.core.$ZodType, type: string, input: string): unknown {
  // Of a text that is too long, what shows it: no pattern meets more. Lengths are in code points, of up to
  // two places.
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

const plain = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/^project(id|ids)$/, 'property$1')

/** One map per schema shape, kept as long as the shape lives. */
const keyMaps = new WeakMap<Shape, Map<string, string>>()

function getKeyMap(shape: Shape): Map<string, string> {
  let map = keyMaps.get(shape)
  if (!map) {
    const otherRows = Object.entries(shape).flatMap(([key, field]) =>
      (getFieldMeta(field)?.alsoNamed ?? []).map((name): [string, string] => [plain(name), key]),
    )
    map = new Map([...otherRows, ...Object.keys(shape).map((key): [string, string] => [plain(key), key])])
    keyMaps.set(shape, map)
  }
  return map
}

function normaliseObject(
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
    const name = map.get(plain(key))
    if (name === undefined) {
      notes?.strangers.push(`${pathPrefix}${key}`)
      continue
    }
    const read = normalise(shape[name]!, part, notes, `${pathPrefix}${key}.`)
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
 * The changed one of two values, where the stored value is known; undefined where neither or both changed.
 */
function pickChanged(notes: WireNotes | undefined, place: string, first: unknown, second: unknown): unknown {
  const stands = notes?.standing === undefined ? undefined : standingAt(notes.standing, place, notes.body)
  if (stands === undefined) return undefined
  if (isSame(stands, first)) return second
  return isSame(stands, second) ? first : undefined
}

/**
 * The answered record's value at a place of a body; undefined without one. `request` is the record itself. A
 * line of the body corresponds to the record's line with the same key, which is its first field.
 */
export function standingAt(storedRecord: unknown, place: string, body?: unknown): unknown {
  const steps = place.split('.')
  let [here, payload]: [unknown, unknown] = [storedRecord, body]
  for (const [index, step] of steps.entries()) {
    const within =
      payload !== null && typeof payload === 'object' ? (payload as Record<string, unknown>)[step] : undefined
    if (index > 0 || step !== 'request') {
      if (here === null || typeof here !== 'object') return undefined
      here = Array.isArray(here) ? lineLike(here, within) : valueNamed(here, step)
    }
    payload = within
  }
  return here
}

function valueNamed(record: object, name: string): unknown {
  const key = Object.keys(record).find((candidate) => plain(candidate) === plain(name))
  return key === undefined ? undefined : (record as Record<string, unknown>)[key]
}

function lineLike(lines: readonly unknown[], payload: unknown): unknown {
  if (payload === null || typeof payload !== 'object') return undefined
  return lines.find((line) => {
    const [key] = Object.keys(line as object)
    const id = key === undefined ? undefined : valueNamed(payload, key)
    return id !== undefined && isSame(id, (line as Record<string, unknown>)[key!])
  })
}

/** Also as a form writes them, where everything is text. */
const NOTHING: readonly unknown[] = [null, undefined, '', 0, false, '0', 'false']
const isEmpty = (value: unknown): boolean => NOTHING.includes(value)

/** Whether two values say the same on the wire: `null`, an empty text, 0 and false are all "nothing". */
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
  const valuesByName = new Map(Object.entries(right).map(([name, value]) => [plain(name), value]))
  return Object.entries(left).every(([name, value]) => isSame(value, valuesByName.get(plain(name))))
}
