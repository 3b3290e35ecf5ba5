/**
 * The arithmetic of occupancy (domain 17.5), the only place of it: worksheet, lists, tasks, report card, rent
 * increases, reports and the watch list read it here, statements by its SQL twin in `server`.
 */

/** A month's count: all units, and the vacant ones, ready to rent or not. */
export type Counted = { units: number; vacant: number }
/** A month whose vacant units may not have been reported. */
export type Reported = { units: number; vacant: number | null }

const HUNDRED = 100
const HUNDREDTHS = 100

/**
 * Occupied units over all units in percent points, to the hundredth, halves up: 45 of 48 is 93.75. Null
 * without units or without a count.
 */
export function physicalOccupancy({ units, vacant }: Reported): number | null {
  if (vacant === null || units <= 0) return null
  return Math.floor(((units - vacant) * HUNDRED * HUNDREDTHS * 2 + units) / (2 * units)) / HUNDREDTHS
}

/** The same among the units that can be rented: without those that are off-line, such as after a fire. */
export const rentableOccupancy = ({
  units,
  vacant,
  offLine,
}: Reported & { offLine: number | null }): number | null =>
  vacant === null
    ? null
    : physicalOccupancy({ units: units - (offLine ?? 0), vacant: Math.max(0, vacant - (offLine ?? 0)) })

/**
 * Whether a month is below a threshold in percent points; a month exactly at it is not (40 of 48 is below 85,
 * 17 of 20 is not).
 */
export const isBelow = ({ units, vacant }: Reported, threshold: number): boolean =>
  vacant !== null &&
  units > 0 &&
  (units - vacant) * HUNDRED * HUNDREDTHS < Math.round(threshold * HUNDREDTHS) * units

/**
 * The number of consecutive months below a threshold, counted from the newest, which comes first; an
 * unreported month ends the count.
 */
export function monthsBelow(newestFirst: readonly Reported[], threshold: number): number {
  const end = newestFirst.findIndex((month) => !isBelow(month, threshold))
  return end < 0 ? newestFirst.length : end
}

/** Whether a property is proposed for the watch list: enough consecutive months below the threshold. */
export const isWatchCandidate = (
  newestFirst: readonly Reported[],
  threshold: number,
  months: number,
): boolean => monthsBelow(newestFirst, threshold) >= months

/**
 * The average of several months weighted by their units, in percent points to the hundredth; unreported
 * months are left out.
 */
export function averageOccupancy(months: readonly Reported[]): number | null {
  const reported = months.flatMap(({ units, vacant }) => (vacant === null ? [] : [{ units, vacant }]))
  const sum = (getCount: (item: Counted) => number): number =>
    reported.reduce((total, item) => total + getCount(item), 0)
  return physicalOccupancy({ units: sum((item) => item.units), vacant: sum((item) => item.vacant) })
}

/** Occupied units times months: the basis of a management fee (domain 22). */
export const occupiedUnitMonths = (months: readonly Reported[]): number =>
  months.reduce((sum, { units, vacant }) => sum + (vacant === null ? 0 : units - vacant), 0)

/**
 * Vacant units as they follow from the month before: those vacant then, and who moved out, less who moved in.
 * `over` is how many more are vacant than that, below zero how many fewer.
 */
export function carriedVacancy(
  before: number,
  { moveIns, moveOuts, vacant }: { moveIns: number; moveOuts: number; vacant: number },
): { expected: number; over: number } {
  const expected = before + moveOuts - moveIns
  return { expected, over: vacant - expected }
}

/** `93.75%`, in lists and sentences; a dash where nothing is known. */
export const occupancyText = (points: number | null): string =>
  points === null ? '–' : `${points.toFixed(2)}%`
