import { z } from 'zod'
import { type Access, signedIn } from '#kernel/model/access.ts'

/** A list whose values the specification fixes: readable by all, refused when written. */
export type FixedList = {
  path: string
  label: string
  key: string
  rows: readonly Record<string, unknown>[]
  row: z.ZodType
  access: Access
}

/** Declares a fixed list as a controller; see `serveFixedList`. */
export const fixedList = (list: FixedList): FixedList => list

const labelRow = z.object({ id: z.int(), name: z.string() })

/** A fixed list of numbers with labels, for every signed-in person. */
export const labelList = (
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
