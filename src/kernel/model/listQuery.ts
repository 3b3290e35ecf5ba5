import { z } from 'zod'
import type { AnyEntity } from './entity.ts'
import { getFieldMeta, number } from './field.ts'

/** The same as a page of rows, the first being 1, as the documents have it; converted to rows (`byRows`). */
export const pageNumbers = {
  page: number('Page, from 1', 1).unwrap().optional(),
  rowsPerPage: number('Rows of a page; 0 for all').unwrap().optional(),
}

/** Which part of a list is wanted: from which row on, the first being 0, and how many; 0 for all (CAL-16). */
export const page = {
  startRow: number('First row, from 0').unwrap().optional(),
  fetchCount: number('Rows; 0 for all').unwrap().optional(),
  ...pageNumbers,
}
type Page = typeof page

/**
 * What may be asked of an entity's whole list: a part of it, and values that its rows have in the columns
 * named.
 */
export type ListQuery<E extends AnyEntity> =
  E['input'] extends z.ZodObject<infer Fields> ? z.ZodObject<Fields & Page> : z.ZodObject<Page>

const comparable = ['string', 'number', 'int', 'boolean', 'enum']
const kinds = ['id', 'text', 'email', 'phone', 'zip', 'money', 'percent', 'number', 'day', 'flag', 'choice']

/** Whether rows can be asked for by this field: one plain value, no long text, no moment, no parts. */
function isCompared(field: z.core.$ZodType): boolean {
  const { type, innerType } = field._zod.def as { type: string; innerType?: z.core.$ZodType }
  if (innerType) return isCompared(innerType)
  return comparable.includes(type) && kinds.includes(getFieldMeta(field)?.kind ?? '')
}

const orderFields = (names: readonly string[]) => ({
  sortBy: z
    .string()
    .transform((name) => names.find((candidate) => candidate.toLowerCase() === name.toLowerCase()) ?? name)
    .refine((name) => names.includes(name), 'Name a field of the list.')
    .optional(),
  descending: z.boolean().optional(),
})

/** The query of an entity's whole list. */
export function listQuery<E extends AnyEntity>(entity: E): ListQuery<E> {
  const fields = Object.entries(entity.fields).filter(([, field]) => isCompared(field))
  return z.object({
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.optional()])),
    ...page,
    ...orderFields(fields.map(([name]) => name)),
  }) as unknown as ListQuery<E>
}

/** A page asked for by its number, as the rows it consists of. */
export function byRows(query: unknown): unknown {
  if (query === null || typeof query !== 'object' || !('page' in query || 'rowsPerPage' in query))
    return query
  const { page: number = 1, rowsPerPage = 0, ...remaining } = query as { page?: number; rowsPerPage?: number }
  return { startRow: (number - 1) * rowsPerPage, fetchCount: rowsPerPage, ...remaining }
}

/** A list's query as the server has it: the part wanted, and the values by field. */
export type ListWish = {
  startRow: number
  fetchCount: number
  sortBy?: string | undefined
  descending?: boolean | undefined
  values: [string, unknown][]
}

/** Parts the page from the values. */
export function readListWish(query: unknown): ListWish {
  const {
    startRow = 0,
    fetchCount = 0,
    sortBy,
    descending,
    ...values
  } = query as Partial<Omit<ListWish, 'values'>>
  const valueEntries = Object.entries(values).filter(([, value]) => value !== undefined)
  return { startRow, fetchCount, sortBy, descending, values: valueEntries }
}

const compared = (left: unknown, right: unknown): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left ?? '').localeCompare(String(right ?? ''), 'en-US')
}

/** The rows that a query asks for, of a list that is made whole. */
export function chosenRows<R extends object>(rows: readonly R[], query: unknown): R[] {
  const { startRow, fetchCount, sortBy, descending, values } = readListWish(query)
  const getValue = (row: R, name: string) => (row as Record<string, unknown>)[name]
  const matchingRows = rows.filter((row) => values.every(([name, value]) => getValue(row, name) === value))
  if (sortBy)
    matchingRows.sort(
      (matchingRow, right) =>
        (descending ? -1 : 1) * compared(getValue(matchingRow, sortBy), getValue(right, sortBy)),
    )
  return fetchCount > 0 ? matchingRows.slice(startRow, startRow + fetchCount) : matchingRows.slice(startRow)
}
