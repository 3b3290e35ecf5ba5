import { toCents } from '#kernel/model/money.ts'
import { type PartCode, partCodes } from './form.ts'
import type { ComputationView } from './views.ts'

type Parts = Record<PartCode, number>

/** The fields of a computation that are stored when its statement is accepted. */
const acceptedFields = [
  'surplus',
  'surplusReviewed',
  'basis',
  'figure',
  'principal',
  'equity',
  'rate',
  'years',
  'overpaid',
  ...partCodes,
] as const
export type AcceptedComputation = Pick<ComputationView, (typeof acceptedFields)[number]>

/** Returns the fields of a computation to store when its statement is accepted. */
export const getAcceptedComputation = (view: ComputationView): AcceptedComputation =>
  Object.fromEntries(acceptedFields.map((field) => [field, view[field]])) as AcceptedComputation

/** Returns part B as computed today if it differs from the stored one, otherwise null. Dollars. */
export function getChangedParts(accepted: Parts, today: Parts): Parts | null {
  const isUnchanged = partCodes.every((code) => toCents(accepted[code]) === toCents(today[code]))
  return isUnchanged ? null : (Object.fromEntries(partCodes.map((code) => [code, today[code]])) as Parts)
}
