import { z } from 'zod'

/** The groups of reasons for moving out; each is a column of the worksheet. */
export const reasonGroups = ['home', 'job', 'rent', 'evicted', 'health', 'other'] as const
export type ReasonGroup = (typeof reasonGroups)[number]

/** The labels of the columns of reasons: `short` for the heading, `label` for texts. */
export const groupLabels: Readonly<Record<ReasonGroup, { short: string; label: string }>> = {
  home: { short: 'Home', label: 'Bought a home' },
  job: { short: 'Job', label: 'Job, transfer or school' },
  rent: { short: 'Rent', label: 'Rent too high' },
  evicted: { short: 'Evict', label: 'Evicted' },
  health: { short: 'Health', label: 'Illness or death' },
  other: { short: 'Other', label: 'Other' },
}

/**
 * The reasons why households move out (domain 17.2, for report 17). A number entered in a column of the
 * worksheet counts for the first reason of its group. More exact reasons are entered on the month's own
 * screen.
 */
export const moveOutReasons = [
  { code: 'home', label: 'Bought a home', group: 'home' },
  { code: 'job', label: 'Job', group: 'job' },
  { code: 'transfer', label: 'Transferred to another property', group: 'job' },
  { code: 'school', label: 'School', group: 'job' },
  { code: 'rent', label: 'Rent too high', group: 'rent' },
  { code: 'evicted', label: 'Evicted', group: 'evicted' },
  { code: 'evictedNonPayment', label: 'Evicted for non-payment', group: 'evicted' },
  { code: 'evictedOther', label: 'Evicted for another cause', group: 'evicted' },
  { code: 'health', label: 'Illness or death', group: 'health' },
  { code: 'illness', label: 'Illness or nursing home', group: 'health' },
  { code: 'deceased', label: 'Deceased', group: 'health' },
  { code: 'other', label: 'Other', group: 'other' },
  { code: 'leaseEnded', label: 'Lease expired', group: 'other' },
  { code: 'skipped', label: 'Left without notice', group: 'other' },
  { code: 'unitSize', label: 'Wanted a larger or smaller unit', group: 'other' },
  { code: 'safety', label: 'Safety', group: 'other' },
] as const satisfies readonly { code: string; label: string; group: ReasonGroup }[]
export type ReasonCode = (typeof moveOutReasons)[number]['code']

const codes = moveOutReasons.map((moveOutReason) => moveOutReason.code) as [ReasonCode, ...ReasonCode[]]
const MAX_HOUSEHOLDS = 5000

/** The number of households that moved out, by reason; a missing reason counts as none. */
export const moveOuts = z
  .partialRecord(z.enum(codes), z.int().min(0).max(MAX_HOUSEHOLDS))
  .meta({ label: 'Move-outs' })
export type MoveOuts = z.infer<typeof moveOuts>

/** Returns the total number of households that moved out. */
export const computeMoveOutTotal = (moveOutCounts: MoveOuts): number =>
  Object.values(moveOutCounts).reduce<number>((sum, number) => sum + (number ?? 0), 0)

const getCodes = (group: ReasonGroup): ReasonCode[] =>
  moveOutReasons
    .filter((moveOutReason) => moveOutReason.group === group)
    .map((moveOutReason) => moveOutReason.code)

/** Returns how many households moved out for the reasons of a column; null if none of them was entered. */
export function computeGroupTotal(moveOutCounts: MoveOuts, group: ReasonGroup): number | null {
  const counts = getCodes(group).flatMap((code) => moveOutCounts[code] ?? [])
  return counts.length === 0 ? null : counts.reduce((sum, number) => sum + number, 0)
}

/** Checks whether a column has numbers for more exact reasons, so that its cell cannot be overwritten. */
export const isDetailed = (moveOutCounts: MoveOuts, group: ReasonGroup): boolean =>
  getCodes(group)
    .slice(1)
    .some((code) => (moveOutCounts[code] ?? 0) > 0)

/** Returns the reasons with a column's number replaced; null removes it. */
export function setGroupTotal(
  moveOutCounts: MoveOuts,
  group: ReasonGroup,
  households: number | null,
): MoveOuts {
  const { [getCodes(group)[0]!]: _, ...remaining } = moveOutCounts
  return households === null ? remaining : { ...remaining, [getCodes(group)[0]!]: households }
}

/**
 * Returns the move-outs by reason for lists and letters, as in `2 bought a home, 1 rent too high`; empty if
 * no household left.
 */
export const describeMoveOuts = (moveOutCounts: MoveOuts): string =>
  moveOutReasons
    .flatMap(({ code, label }) =>
      moveOutCounts[code] ? [`${moveOutCounts[code]} ${label.charAt(0).toLowerCase()}${label.slice(1)}`] : [],
    )
    .join(', ')
