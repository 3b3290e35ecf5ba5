import { z } from 'zod'
import type { AnyEntity } from './entity.ts'
import { getFieldMeta, number } from './field.ts'

/** The documents' way to request a part of a list: by page number, from 1. `byRows` converts it to rows. */
export const pageNumbers = {
  page: number('Page, from 1', 1).unwrap().optional(),
  rowsPerPage: number('Rows of a page; 0 for all').unwrap().optional(),
}

/** The requested part of a list: the first row, from 0, and the number of rows; 0 rows means all (CAL-16). */
export const page = {
  startRow: number('First row, from 0').unwrap().optional(),
  fetchCount: number('Rows; 0 for all').unwrap().optional(),
  ...pageNumbers,
}
type Page = typeof page

/**
 * The type of the query of an entity's list: the requested part of the list, and values by which rows are
 * filtered.
 */
export type ListQuery<E extends AnyEntity> =
  E['input'] extends z.ZodObject<infer Fields> ? z.ZodObject<Fields & Page> : z.ZodObject<Page>

const comparable = ['string', 'number', 'int', 'boolean', 'enum']
const kinds = ['id', 'text', 'email', 'phone', 'zip', 'money', 'percent', 'number', 'day', 'flag', 'choice']

/**
 * Whether a list can be filtered by this field. It must have a single plain value, and no long text or
 * moment.
 */
function isFilterable(field: z.core.$ZodType): boolean {
  const { type, innerType } = field._zod.def as { type: string; innerType?: z.core.$ZodType }
  if (innerType) return isFilterable(innerType)
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

/** Builds the schema of the query of an entity's list. */
export function listQuery<E extends AnyEntity>(entity: E): ListQuery<E> {
  const fields = Object.entries(entity.fields).filter(([, field]) => isFilterable(field))
  return z.object({
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.optional()])),
    ...page,
    ...orderFields(fields.map(([name]) => name)),
  }) as unknown as ListQuery<E>
}

/** Converts a page number in a query to its first row and number of rows. */
export function toRowQuery(query: unknown): unknown {
  if (query === null || typeof query !== 'object' || !('page' in query || 'rowsPerPage' in query))
    return query
  const { page: number = 1, rowsPerPage = 0, ...remaining } = query as { page?: number; rowsPerPage?: number }
  return { startRow: (number - 1) * rowsPerPage, fetchCount: rowsPerPage, ...remaining }
}

/** A list's query in parts: the requested rows, the sort order, and the filter values by field. */
export type ParsedListQuery = {
  startRow: number
  fetchCount: number
  sortBy?: string | undefined
  descending?: boolean | undefined
  values: [string, unknown][]
}

/** Separates the requested rows and the sort order from the filter values of a query. */
export function parseListQuery(query: unknown): ParsedListQuery {
  const {
    startRow = 0,
    fetchCount = 0,
    sortBy,
    descending,
    ...values
  } = query as Partial<Omit<ParsedListQuery, 'values'>>
  const valueEntries = Object.entries(values).filter(([, value]) => value !== undefined)
  return { startRow, fetchCount, sortBy, descending, values: valueEntries }
}

const compareValues = (left: unknown, right: unknown): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left ?? '').localeCompare(String(right ?? ''), 'en-US')
}

/** Filters, sorts and cuts a complete list of rows as a query requests. */
export function selectRows<R extends object>(rows: readonly R[], query: unknown): R[] {
  const { startRow, fetchCount, sortBy, descending, values } = parseListQuery(query)
  const getValue = (row: R, name: string) => (row as Record<string, unknown>)[name]
  const matchingRows = rows.filter((row) => values.every(([name, value]) => getValue(row, name) === value))
  if (sortBy)
    matchingRows.sort(
      (left, right) => (descending ? -1 : 1) * compareValues(getValue(left, sortBy), getValue(right, sortBy)),
    )
  return fetchCount > 0 ? matchingRows.slice(startRow, startRow + fetchCount) : matchingRows.slice(startRow)
}
