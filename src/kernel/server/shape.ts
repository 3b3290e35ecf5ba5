import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Call } from '../model/call.ts'
import { metaOf } from '../model/field.ts'
import { type Fault, refuse } from '../model/refusals.ts'
import { normalise } from '../model/wire.ts'

/** What came with a request, before any check. */
export type Raw = { params: unknown; query: unknown; body: unknown }

/**
 * Brings parameters, query and body into the declared shape. Throws a refusal that names every wrong field.
 */
export function shape(call: Call, raw: Raw): { params: unknown; query: unknown; body: unknown } {
  const faults: Fault[] = []
  const params = part(call.params, raw.params, faults)
  const query = part(call.query, raw.query, faults)
  const body = part(call.body, raw.body ?? {}, faults)
  if (faults.length > 0) refuse.invalid(faults)
  return { params, query, body }
}

function part(schema: z.core.$ZodType | undefined, value: unknown, faults: Fault[]): unknown {
  if (!schema) return undefined
  const result = safeParse(schema, normalise(schema, value))
  if (result.success) return result.data
  faults.push(...faultsOf(schema, result.error.issues))
  return undefined
}

/** zod issues as faults; the message is preceded by the field's label unless it says enough by itself. */
export function faultsOf(schema: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]): Fault[] {
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
