import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Call } from '../model/call.ts'
import { getFieldMeta } from '../model/field.ts'
import { toRowQuery } from '../model/listQuery.ts'
import {
  FINER_THAN_CENTS,
  FINER_THAN_FOUR_DECIMALS,
  isFinerThanCents,
  isFinerThanFourDecimals,
} from '../model/money.ts'
import { type Fault, refuse } from '../model/refusals.ts'
import { getStoredValueAt, isSame, normalize, type WireNotes } from '../model/wire.ts'

/** The input of a request before any check. */
export type RequestInput = { params: unknown; query: unknown; body: unknown }

/** The checked parameters, query and body in their declared shape. */
export type Checked = {
  params: unknown
  query: unknown
  body: unknown
  /**
   * Whether the stored record decides if the body is acceptable. The body must then be checked again with it.
   */
  needsStanding?: boolean
}

/**
 * Converts parameters, query and body to the declared shape. Throws a refusal that names every wrong field.
 * An unknown key is refused by its name, unless it repeats the stored value, as in a record that is sent back
 * whole. `storedRecord` is the record as it was answered, or null without one. If it is omitted, such keys
 * are accepted for now.
 */
export function shape(call: Call, raw: RequestInput, storedRecord?: unknown): Checked {
  const faults: Fault[] = []
  const params = readPart(call.params, raw.params, faults)
  const queryNotes: WireNotes = { strangers: [], clashes: [] }
  const query = readPart(call.query, raw.query, faults, queryNotes)
  if (call.closedQuery) faults.push(...queryNotes.strangers.map(buildUnknownKeyFault))
  const notes: WireNotes = { strangers: [], clashes: [], standing: storedRecord, body: raw.body }
  const body = readPart(call.body, raw.body ?? {}, faults, notes)
  const hasOpenKeys = notes.strangers.length + notes.clashes.length > 0
  if (storedRecord !== undefined && hasOpenKeys && !isStale(body, storedRecord))
    faults.push(...findOpenFaults(notes))
  if (faults.length > 0) refuse.invalid(faults)
  return {
    params,
    query: toRowQuery(query),
    body: toRowQuery(body),
    needsStanding: hasOpenKeys && storedRecord === undefined,
  }
}

/** Whether the body is based on an earlier version of the record. The call itself then refuses it. */
function isStale(body: unknown, storedRecord: unknown): boolean {
  const payload =
    getStoredValueAt(body, 'version') ??
    getStoredValueAt((body as { request?: unknown } | undefined)?.request, 'version')
  const stands = getStoredValueAt(storedRecord, 'version')
  return typeof payload === 'number' && typeof stands === 'number' && payload !== stands
}

/** Returns the faults of unknown keys that do not repeat the stored value, and of contradicting keys. */
function findOpenFaults({ strangers, clashes, standing, body }: WireNotes): Fault[] {
  const faults = strangers.flatMap((place) => {
    const stands = getStoredValueAt(standing, place, body)
    if (stands === undefined) return [buildUnknownKeyFault(place)]
    return isSame(getSentValue(body, place), stands) ? [] : [buildNotWrittenFault(place)]
  })
  return [
    ...faults,
    ...clashes.map(({ place, names }) => ({
      field: place,
      message: `“${names[0]}” and “${names[1]}” are one field and say different things.`,
    })),
  ]
}

/** Returns the value at a path of the payload, by the names in the payload. */
const getSentValue = (body: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step], body)

/** Checks a body with a stricter schema than that of its call, which may also be made without a body. */
export function parseFullBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = safeParse(schema, body)
  return read.success
    ? (read.data as z.output<S>)
    : refuse.invalid(findSchemaFaults(schema, read.error.issues))
}

/** The fault of a key that the call does not read. Such keys are never ignored silently. */
const buildUnknownKeyFault = (field: string): Fault => ({
  field,
  message: `“${field}” is no field of this call.`,
})

/** The fault of a field of the record that this call does not write. */
export const buildNotWrittenFault = (field: string): Fault => ({
  field,
  message: `“${field}” is not written by this call. Leave it out, or send it as it stands.`,
})

/** Converts and checks one part of the input. Adds its faults to `faults` and then returns undefined. */
function readPart(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  faults: Fault[],
  notes?: WireNotes,
): unknown {
  if (!schema) return undefined
  const payload = normalize(schema, value, notes)
  const result = safeParse(schema, payload)
  const issues = result.success ? findTooPrecise(schema, payload) : result.error.issues
  if (result.success && issues.length === 0) return result.data
  faults.push(...findSchemaFaults(schema, issues))
  return undefined
}

type SchemaIssue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** Returns the message for a number with more decimals than its kind stores; undefined if it has not. */
function getPrecisionMessage(schema: z.core.$ZodType, value: number): string | undefined {
  const kind = getFieldMeta(schema)?.kind
  if (kind === 'money' && isFinerThanCents(value)) return FINER_THAN_CENTS
  return kind === 'percent' && isFinerThanFourDecimals(value) ? FINER_THAN_FOUR_DECIMALS : undefined
}

/**
 * Finds amounts with fractions of a cent and rates with more decimals than are stored. They are refused,
 * because the database would round them silently.
 */
function findTooPrecise(schema: z.core.$ZodType, value: unknown, path: PropertyKey[] = []): SchemaIssue[] {
  if (typeof value === 'number') {
    const message = getPrecisionMessage(schema, value)
    return message ? [{ path, message }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (typeof part !== 'number' && typeof part !== 'object') return []
    const step = Array.isArray(value) ? Number(name) : name
    const within = getSchemaAt(schema, step)
    return within ? findTooPrecise(within, part, [...path, step]) : []
  })
}

/** Converts issues of zod to faults. The message begins with the label of the field. */
export function findSchemaFaults(schema: z.core.$ZodType, issues: readonly SchemaIssue[]): Fault[] {
  return issues.map((issue) => {
    const field = issue.path.join('.')
    const label = getLabelAt(schema, issue.path) ?? field
    return { field, message: label ? `${label}: ${issue.message}` : issue.message }
  })
}

/** Returns the label of the field at a path of a schema. */
function getLabelAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string | undefined {
  let here: z.core.$ZodType | undefined = schema
  for (const step of path) {
    here = here && getSchemaAt(here, step)
  }
  return here && here !== schema ? getFieldMeta(here)?.label : undefined
}

function getSchemaAt(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
  }
  if (def.innerType) return getSchemaAt(def.innerType, step)
  if (def.element) return def.element
  return def.shape?.[String(step)]
}
