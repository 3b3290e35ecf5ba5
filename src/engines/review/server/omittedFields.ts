import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { findReviewFaults } from '../model/rules.ts'
import type { AnyDetail, AnyRow, Kit, Values } from './kit.ts'

/** Removes line numbers from the name of a field: `items.3.categoryId` becomes `items.categoryId`. */
const removeLineNumbers = (field: string): string => field.replaceAll(/\.\d+(?=\.|$)/g, '')

const getMissingFields = ({ notGiven }: { notGiven?: unknown }): string[] =>
  typeof notGiven === 'string' && notGiven !== '' ? notGiven.split(' ') : []

/** Whether a save has a value for a field. A field of lines needs a value in every line. */
function hasValue(field: string, request: Values, lines: Values): boolean {
  const [first, inLine] = field.split('.') as [string, string | undefined]
  if (inLine === undefined) return request[first] !== undefined
  const savedLines = (lines[first] as Values[] | undefined) ?? []
  return savedLines.length > 0 && savedLines.every((line) => line[inLine] !== undefined)
}

/**
 * Returns the change of `notGiven`: the extra required fields that a record still lacks after this save. Null
 * if nothing changes. A field that was sent once no longer counts as missing.
 */
export function getMissingFieldsAfterSave(
  { review }: Kit,
  row: AnyRow,
  isNew: boolean,
  { request, ...lines }: Values & { request: Values },
): { notGiven: string | null } | null {
  const before = isNew ? Object.keys(review.beyond?.fields ?? {}) : getMissingFields(row)
  if (before.length === 0) return null
  const after = before.filter((field) => !hasValue(field, request, lines)).join(' ') || null
  return after === row.notGiven ? null : { notGiven: after }
}

/**
 * Returns the faults that prevent a submission. Faults about extra fields that a call left out do not count,
 * unless a setting of the agency requires these fields from calls, too.
 */
export async function getBlockingFaults(
  { settings }: AnyContext,
  { review }: Kit,
  row: AnyRow,
  faults: readonly Fault[],
): Promise<Fault[]> {
  const notGiven = getMissingFields(row)
  if (!review.beyond || notGiven.length === 0 || (await settings.get(review.beyond.strict)))
    return [...faults]
  return faults.filter(({ field }) => !notGiven.includes(removeLineNumbers(field)))
}

/**
 * Returns the labels of the fields that the filer left out although the rules require them on the screen. The
 * reviewer sees them.
 */
export function getOmittedFields({ review }: Kit, detail: AnyDetail): string[] {
  const notGiven = getMissingFields(detail)
  if (!review.beyond || notGiven.length === 0 || !isFiled(detail.statusId)) return []
  const faults = findReviewFaults(
    review.rules as Parameters<typeof findReviewFaults<Values, Values>>[0],
    detail,
    detail,
  )
  const requiredFields = new Set(faults.map(({ field }) => removeLineNumbers(field)))
  return Object.entries(review.beyond.fields)
    .filter(([field]) => notGiven.includes(field) && requiredFields.has(field))
    .map(([, words]) => words)
}
