import type { z } from 'zod'
import { REQUIRED } from '#kernel/model/field.ts'

/** A choice or amount that a form may not leave empty (VAL-01). */
export const required = <S extends z.ZodNullable>(field: S): S =>
  field.refine((value) => value !== null && value !== undefined, REQUIRED)
