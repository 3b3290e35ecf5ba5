import { type $ZodType, globalRegistry } from 'zod/v4/core'

// This is separate from the fields, because the first bundle of the browser needs only declarations and no
// validation.

/**
 * The text that replaces `{product}` in the documents' names. It is always the same, no matter what the
 * agency is called on screens.
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
  /** Names that documents have for the field. They are also read in requests. */
  alsoNamed?: readonly string[]
  /** Money only: shown and typed in whole dollars (VAL-12); with cents unless said otherwise. */
  rounding?: boolean
  /** Money only: amounts below zero may be typed, such as a credit. */
  negative?: boolean
  /** Set if only a step changes the field after the record was created. */
  writtenBySteps?: true
  /** The labels of the field's numbers. */
  labels?: Readonly<Record<number, string>>
}

/**
 * Returns the declaration of a field, also inside `nullable()`, `optional()` and defaults. Undefined for a
 * schema without a declaration.
 */
export function getFieldMeta(schema: $ZodType): FieldMeta | undefined {
  const fieldMeta = globalRegistry.get(schema) as FieldMeta | undefined
  if (fieldMeta) return fieldMeta
  const inner = (schema._zod.def as { innerType?: $ZodType }).innerType
  return inner ? getFieldMeta(inner) : undefined
}
