import { toCents } from '#kernel/model/money.ts'
import { type PartCode, partCodes } from './form.ts'
import type { ComputationView } from './views.ts'

type Parts = Record<PartCode, number>

/** What of a computation an accepted statement keeps as it was accepted on it. */
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

/** What an accepted statement keeps of its computation. */
export const getAcceptedComputation = (view: ComputationView): AcceptedComputation =>
  Object.fromEntries(acceptedFields.map((field) => [field, view[field]])) as AcceptedComputation

/** Returns Part B as computed today where it differs from the stored one; null where it does not. Dollars. */
export function differenceSince(accepted: Parts, today: Parts): Parts | null {
  const isUnchanged = partCodes.every((code) => toCents(accepted[code]) === toCents(today[code]))
  return isUnchanged ? null : (Object.fromEntries(partCodes.map((code) => [code, today[code]])) as Parts)
}
