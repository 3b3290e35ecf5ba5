import { z } from 'zod'
import type { AnyEntity } from './entity.ts'
import { metaOf, number } from './field.ts'

/** Which part of a list is wanted: from which row on, the first being 0, and how many; 0 for all (CAL-16). */
export const page = {
  startRow: number('First row, from 0').unwrap().optional(),
  fetchCount: number('Rows; 0 for all').unwrap().optional(),
}
type Page = typeof page

/** What may be asked of an entity's whole list: a part of it, and values that its rows have in the columns named. */
export type ListQuery<E extends AnyEntity> =
  E['input'] extends z.ZodObject<infer Fields> ? z.ZodObject<Fields & Page> : z.ZodObject<Page>

const compared = ['string', 'number', 'int', 'boolean', 'enum']
const kinds = ['id', 'text', 'email', 'phone', 'zip', 'money', 'percent', 'number', 'day', 'flag', 'choice']

/** Whether rows can be asked for by this field: one plain value, no long text, no moment, no parts. */
function isCompared(field: z.core.$ZodType): boolean {
  const { type, innerType } = field._zod.def as { type: string; innerType?: z.core.$ZodType }
  if (innerType) return isCompared(innerType)
  return compared.includes(type) && kinds.includes(metaOf(field)?.kind ?? '')
}

/** The query of an entity's whole list. */
export function listQuery<E extends AnyEntity>(entity: E): ListQuery<E> {
  const fields = Object.entries(entity.fields).filter(([, field]) => isCompared(field))
  return z.object({
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.optional()])),
    ...page,
  }) as unknown as ListQuery<E>
}

/** A list's query as the server has it: the part wanted, and the values by field. */
export type ListWish = { startRow: number; fetchCount: number; values: [string, unknown][] }

/** Parts the page from the values. */
export function wishOf(query: unknown): ListWish {
  const { startRow = 0, fetchCount = 0, ...values } = query as { startRow?: number; fetchCount?: number }
  return { startRow, fetchCount, values: Object.entries(values).filter(([, value]) => value !== undefined) }
}

/** The rows that a query asks for, of a list that is made whole. */
export function chosenRows<R extends object>(rows: readonly R[], query: unknown): R[] {
  const { startRow, fetchCount, values } = wishOf(query)
  const found = rows.filter((row) => values.every(([name, value]) => (row as Record<string, unknown>)[name] === value))
  return fetchCount > 0 ? found.slice(startRow, startRow + fetchCount) : found.slice(startRow)
}
