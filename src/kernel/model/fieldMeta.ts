import { type $ZodType, globalRegistry } from 'zod/v4/core'

// Separate from the fields, because the first bundle reads declarations and needs no validation.

/**
 * What `{product}` in the documents' names is on the wire: one spelling, whatever the agency is called on
 * screens.
 */
export const PRODUCT = 'MHDC'

export type FieldKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'zip'
  | 'money'
  | 'percent'
  | 'number'
  | 'day'
  | 'moment'
  | 'flag'
  | 'choice'

export type FieldMeta = {
  label: string
  kind: FieldKind
  maxLength?: number
  help?: string
  refersTo?: string
  /** Further names that documents have for it, read on the wire as its own. */
  alsoNamed?: readonly string[]
  /** Money only: shown and typed in whole dollars (VAL-12); with cents unless said otherwise. */
  rounding?: boolean
  /** Money only: amounts below zero may be typed, such as a credit. */
  negative?: boolean
  /** Once the record is there, only a step of its own changes it. */
  writtenBySteps?: true
  /** What its numbers are called. */
  labels?: Readonly<Record<number, string>>
}

/**
 * The declaration behind a field, through `nullable()`, `optional()` and defaults; undefined for a bare
 * schema.
 */
export function getFieldMeta(schema: $ZodType): FieldMeta | undefined {
  const fieldMeta = globalRegistry.get(schema) as FieldMeta | undefined
  if (fieldMeta) return fieldMeta
  const inner = (schema._zod.def as { innerType?: $ZodType }).innerType
  return inner ? getFieldMeta(inner) : undefined
}
