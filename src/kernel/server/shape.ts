import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Call } from '../model/call.ts'
import { getFieldMeta } from '../model/field.ts'
import { byRows } from '../model/listQuery.ts'
import {
  FINER_THAN_CENTS,
  FINER_THAN_FOUR_DECIMALS,
  isFinerThanCents,
  isFinerThanFourDecimals,
} from '../model/money.ts'
import { type Fault, refuse } from '../model/refusals.ts'
import { isSame, normalise, standingAt, type WireNotes } from '../model/wire.ts'

/** What came with a request, before any check. */
export type Raw = { params: unknown; query: unknown; body: unknown }

/** Parameters, query and body in their declared shape. */
export type Checked = {
  params: unknown
  query: unknown
  body: unknown
  /**
   * True when the stored record decides whether the body is acceptable; the body is then checked once more
   * with it.
   */
  needsStanding?: boolean
}

/**
 * Converts parameters, query and body into the declared shape. Throws a refusal that names every wrong field.
 * An unknown key is refused by name, unless it repeats the stored value, as in a record sent back whole.
 * `standing` is the record as answered, null without one; if it is left out, such keys are accepted for now.
 */
export function shape(call: Call, raw: Raw, storedRecord?: unknown): Checked {
  const faults: Fault[] = []
  const params = part(call.params, raw.params, faults)
  const unread: WireNotes = { strangers: [], clashes: [] }
  const query = part(call.query, raw.query, faults, unread)
  if (call.closedQuery) faults.push(...unread.strangers.map(stranger))
  const notes: WireNotes = { strangers: [], clashes: [], standing: storedRecord, body: raw.body }
  const body = part(call.body, raw.body ?? {}, faults, notes)
  const leftOpen = notes.strangers.length + notes.clashes.length > 0
  if (storedRecord !== undefined && leftOpen && !isStale(body, storedRecord))
    faults.push(...openFaults(notes))
  if (faults.length > 0) refuse.invalid(faults)
  return {
    params,
    query: byRows(query),
    body: byRows(body),
    needsStanding: leftOpen && storedRecord === undefined,
  }
}

/** Whether the body was made of an earlier version: then the call itself says so. */
function isStale(body: unknown, storedRecord: unknown): boolean {
  const payload =
    standingAt(body, 'version') ?? standingAt((body as { request?: unknown } | undefined)?.request, 'version')
  const stands = standingAt(storedRecord, 'version')
  return typeof payload === 'number' && typeof stands === 'number' && payload !== stands
}

/** Faults of unknown keys that neither repeat the stored value nor are the one change of their field. */
function openFaults({ strangers, clashes, standing, body }: WireNotes): Fault[] {
  const faults = strangers.flatMap((place) => {
    const stands = standingAt(standing, place, body)
    if (stands === undefined) return [stranger(place)]
    return isSame(sentAt(body, place), stands) ? [] : [notWritten(place)]
  })
  return [
    ...faults,
    ...clashes.map(({ place, names }) => ({
      field: place,
      message: `“${names[0]}” and “${names[1]}” are one field and say different things.`,
    })),
  ]
}

/** The value at a place of the payload, by the names in the payload. */
const sentAt = (body: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], body)

/** A body as a stricter schema than its call's wants it: where the call may also come without one. */
export function wholeBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = safeParse(schema, body)
  return read.success
    ? (read.data as z.output<S>)
    : refuse.invalid(findSchemaFaults(schema, read.error.issues))
}

/** A key that the call does not read is refused by its name, never dropped in silence. */
const stranger = (field: string): Fault => ({ field, message: `“${field}” is no field of this call.` })

/** The fault of a field of the record that this call does not write. */
export const notWritten = (field: string): Fault => ({
  field,
  message: `“${field}” is not written by this call. Leave it out, or send it as it stands.`,
})

function part(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  faults: Fault[],
  notes?: WireNotes,
): unknown {
  if (!schema) return undefined
  const payload = normalise(schema, value, notes)
  const result = safeParse(schema, payload)
  const issues = result.success ? tooFine(schema, payload) : result.error.issues
  if (result.success && issues.length === 0) return result.data
  faults.push(...findSchemaFaults(schema, issues))
  return undefined
}

type Placed = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** The message for a number with more decimals than its kind stores; undefined without a fault. */
function wordsOfFine(schema: z.core.$ZodType, value: number): string | undefined {
  const kind = getFieldMeta(schema)?.kind
  if (kind === 'money' && isFinerThanCents(value)) return FINER_THAN_CENTS
  return kind === 'percent' && isFinerThanFourDecimals(value) ? FINER_THAN_FOUR_DECIMALS : undefined
}

/**
 * Amounts with fractions of a cent and rates finer than is kept: refused, for the database would round them
 * in silence.
 */
function tooFine(schema: z.core.$ZodType, value: unknown, path: PropertyKey[] = []): Placed[] {
  if (typeof value === 'number') {
    const message = wordsOfFine(schema, value)
    return message ? [{ path, message }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (typeof part !== 'number' && typeof part !== 'object') return []
    const step = Array.isArray(value) ? Number(name) : name
    const within = inside(schema, step)
    return within ? tooFine(within, part, [...path, step]) : []
  })
}

/** zod issues as faults; the message is preceded by the field's label unless it says enough by itself. */
export function findSchemaFaults(schema: z.core.$ZodType, issues: readonly Placed[]): Fault[] {
  return issues.map((issue) => {
    const field = issue.path.join('.')
    const label = labelAt(schema, issue.path) ?? field
    return { field, message: label ? `${label}: ${issue.message}` : issue.message }
  })
}

function labelAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string | undefined {
  let here: z.core.$ZodType | undefined = schema
  for (const step of path) {
    here = here && inside(here, step)
  }
  return here && here !== schema ? getFieldMeta(here)?.label : undefined
}

function inside(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
  }
  if (def.innerType) return inside(def.innerType, step)
  if (def.element) return def.element
  return def.shape?.[String(step)]
}
