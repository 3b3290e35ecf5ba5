import { z } from 'zod'
import { type Access, signedIn } from '#kernel/model/access.ts'

/** A list whose values the specification fixes. Everyone with `access` reads it, and writing is refused. */
export type FixedList = {
  path: string
  label: string
  key: string
  rows: readonly Record<string, unknown>[]
  row: z.ZodType
  access: Access
}

/** Declares a fixed list of values; `serveFixedList` serves it. */
export const declareFixedList = (list: FixedList): FixedList => list

const labelRow = z.object({ id: z.int(), name: z.string() })

/** Creates a fixed list of numbers with labels for everyone signed in. */
export const createLabelList = (
  path: string,
  label: string,
  labels: Readonly<Record<number, string>>,
): FixedList => ({
  path,
  label,
  key: 'id',
  rows: Object.entries(labels).map(([value, name]) => ({ id: Number(value), name })),
  row: labelRow,
  access: signedIn,
})
