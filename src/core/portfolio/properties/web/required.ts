import type { z } from 'zod'
import { REQUIRED } from '#kernel/model/field.ts'

/** Makes a field required: a form may not leave it empty (VAL-01). */
export const requireValue = <S extends z.ZodNullable>(field: S): S =>
  field.refine((value) => value !== null && value !== undefined, REQUIRED)
