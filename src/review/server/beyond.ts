import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { findReviewFaults } from '../model/rules.ts'
import type { AnyDetail, AnyRow, Kit, Values } from './kit.ts'

/** `items.3.categoryId` as the fields of all lines are named: `items.categoryId`. */
const ofAnyLine = (field: string): string => field.replaceAll(/\.\d+(?=\.|$)/g, '')

const getList = ({ notGiven }: { notGiven?: unknown }): string[] =>
  typeof notGiven === 'string' && notGiven !== '' ? notGiven.split(' ') : []

/** Whether a save gives a value for a field. A field of lines needs a value in every line. */
function isGiven(field: string, request: Values, lines: Values): boolean {
  const [first, inLine] = field.split('.') as [string, string | undefined]
  if (inLine === undefined) return request[first] !== undefined
  const valueses = (lines[first] as Values[] | undefined) ?? []
  return valueses.length > 0 && valueses.every((line) => line[inLine] !== undefined)
}

/**
 * The fields beyond the documents that a record still lacks after this save; null if none is missing. A
 * screen requires all of them, and a field that was given once counts as given.
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
 * The faults that keep a record from being submitted: none for fields that a call left out, unless the agency
 * requires them of calls, too.
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

/**
 * The fields that the filer left out, in words for the reviewer: those that the rules would require on a
 * screen.
 */
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
