import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Call } from '../model/call.ts'
import { metaOf } from '../model/field.ts'
import {
  FINER_THAN_CENTS,
  FINER_THAN_FOUR_DECIMALS,
  isFinerThanCents,
  isFinerThanFourDecimals,
} from '../model/money.ts'
import { type Fault, refuse } from '../model/refusals.ts'
import { nameAt, namesIn, normalise } from '../model/wire.ts'

/** What came with a request, before any check. */
export type Raw = { params: unknown; query: unknown; body: unknown }

/**
 * Brings parameters, query and body into the declared shape. Throws a refusal that names every wrong field.
 */
export function shape(call: Call, raw: Raw): { params: unknown; query: unknown; body: unknown } {
  const faults: Fault[] = []
  const params = part(call.params, raw.params, faults)
  const unknown: string[] = []
  const query = part(call.query, raw.query, faults, unknown)
  if (call.closedQuery) faults.push(...unknown.map(stranger))
  const strangers: string[] = []
  const body = part(call.body, raw.body ?? {}, faults, strangers)
  faults.push(...strangers.filter((place) => !namesAnswered(call).has(nameAt(place))).map(stranger))
  if (faults.length > 0) refuse.invalid(faults)
  return { params, query, body }
}

/** Names that a call answers: a record that is sent back whole says more than is taken of it. */
const answeredNames = new WeakMap<Call, Set<string>>()
function namesAnswered(call: Call): Set<string> {
  const known = answeredNames.get(call) ?? namesIn(call.answer)
  answeredNames.set(call, known)
  return known
}

/** A key that the call neither takes nor answers is refused by its name, never dropped in silence. */
const stranger = (field: string): Fault => ({ field, message: `“${field}” is no field of this call.` })

function part(schema: z.core.$ZodType | undefined, value: unknown, faults: Fault[], strangers?: string[]): unknown {
  if (!schema) return undefined
  const sent = normalise(schema, value, strangers)
  const result = safeParse(schema, sent)
  const issues = result.success ? tooFine(schema, sent) : result.error.issues
  if (result.success && issues.length === 0) return result.data
  faults.push(...faultsOf(schema, issues))
  return undefined
}

type Placed = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** Words for a figure that is finer than what is kept of its kind; undefined where it is none. */
function wordsOfFine(schema: z.core.$ZodType, value: number): string | undefined {
  const kind = metaOf(schema)?.kind
  if (kind === 'money' && isFinerThanCents(value)) return FINER_THAN_CENTS
  return kind === 'percent' && isFinerThanFourDecimals(value) ? FINER_THAN_FOUR_DECIMALS : undefined
}

/** Amounts with fractions of a cent and rates finer than is kept: refused, for the database would round them in silence. */
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
export function faultsOf(schema: z.core.$ZodType, issues: readonly Placed[]): Fault[] {
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
  return here && here !== schema ? metaOf(here)?.label : undefined
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
