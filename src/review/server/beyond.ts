import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { findReviewFaults } from '../model/rules.ts'
import type { AnyDetail, AnyRow, Kit, Values } from './kit.ts'

/** `items.3.categoryId` as the fields of all lines are named: `items.categoryId`. */
const ofAnyLine = (field: string): string => field.replaceAll(/\.\d+(?=\.|$)/g, '')

const getList = ({ notGiven }: { notGiven?: unknown }): string[] =>
  typeof notGiven === 'string' && notGiven !== '' ? notGiven.split(' ') : []

/** Whether a save says something of a field: of each of its lines, where it is a line's. */
function isGiven(field: string, request: Values, lines: Values): boolean {
  const [first, inLine] = field.split('.') as [string, string | undefined]
  if (inLine === undefined) return request[first] !== undefined
  const valueses = (lines[first] as Values[] | undefined) ?? []
  return valueses.length > 0 && valueses.every((line) => line[inLine] !== undefined)
}

/**
 * What a record still has not been told of what is asked beyond the documents, once this is saved; null where
 * nothing is left. A screen asks for all of it, and what was given once is given.
 */
export function notGivenAfter(
  { review }: Kit,
  row: AnyRow,
  isNew: boolean,
  { request, ...lines }: Values & { request: Values },
): { notGiven: string | null } | null {
  const before = isNew ? Object.keys(review.beyond?.fields ?? {}) : getList(row)
  if (before.length === 0) return null
  const after = before.filter((field) => !isGiven(field, request, lines)).join(' ') || null
  return after === row.notGiven ? null : { notGiven: after }
}

/**
 * The faults that keep a record from being submitted: none for what a call did not give, unless the agency
 * asks it of calls, too.
 */
export async function strictFaults(
  { settings }: AnyContext,
  { review }: Kit,
  row: AnyRow,
  faults: readonly Fault[],
): Promise<Fault[]> {
  const notGiven = getList(row)
  if (!review.beyond || notGiven.length === 0 || (await settings.get(review.beyond.strict)))
    return [...faults]
  return faults.filter(({ field }) => !notGiven.includes(ofAnyLine(field)))
}

/** What the reviewer is told that the filer did not give, in words: what the rules would ask a screen for. */
export function getOmittedFields({ review }: Kit, detail: AnyDetail): string[] {
  const notGiven = getList(detail)
  if (!review.beyond || notGiven.length === 0 || !isFiled(detail.statusId)) return []
  const faults = findReviewFaults(
    review.rules as Parameters<typeof findReviewFaults<Values, Values>>[0],
    detail,
    detail,
  )
  const query = new Set(faults.map(({ field }) => ofAnyLine(field)))
  return Object.entries(review.beyond.fields)
    .filter(([field]) => notGiven.includes(field) && query.has(field))
    .map(([, words]) => words)
}
