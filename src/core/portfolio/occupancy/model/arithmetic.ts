/**
 * The arithmetic of occupancy (domain 17.5). All screens, tasks and reports use these functions, so that they
 * show the same figures; SQL statements use the equivalent in `server`.
 */

/** A month's number of units and of vacant ones, whether or not they are ready to rent. */
export type OccupancyCount = { units: number; vacant: number }
/** A month; `vacant` is null if the vacant units were not reported. */
export type ReportedOccupancy = { units: number; vacant: number | null }

const HUNDRED = 100
const HUNDREDTHS = 100

/**
 * Computes occupied units divided by all units, in percent points rounded half up to the hundredth: 45 of 48
 * is 93.75. Null if there are no units or the vacant ones were not reported.
 */
export function computePhysicalOccupancy({ units, vacant }: ReportedOccupancy): number | null {
  if (vacant === null || units <= 0) return null
  return Math.floor(((units - vacant) * HUNDRED * HUNDREDTHS * 2 + units) / (2 * units)) / HUNDREDTHS
}

/** Computes occupancy among units that can be rented, leaving out off-line ones, such as after a fire. */
export const computeRentableOccupancy = ({
  units,
  vacant,
  offLine,
}: ReportedOccupancy & { offLine: number | null }): number | null =>
  vacant === null
    ? null
    : computePhysicalOccupancy({
        units: units - (offLine ?? 0),
        vacant: Math.max(0, vacant - (offLine ?? 0)),
      })

/**
 * Whether a month's occupancy is below a threshold in percent points. It compares whole numbers, so that
 * exactly the threshold is not below it (40 of 48 is below 85, 17 of 20 is not).
 */
export const isBelowThreshold = ({ units, vacant }: ReportedOccupancy, threshold: number): boolean =>
  vacant !== null &&
  units > 0 &&
  (units - vacant) * HUNDRED * HUNDREDTHS < Math.round(threshold * HUNDREDTHS) * units

/**
 * Counts the consecutive months below a threshold, from the newest month, which comes first. An unreported
 * month ends the count.
 */
export function countMonthsBelow(newestFirst: readonly ReportedOccupancy[], threshold: number): number {
  const end = newestFirst.findIndex((month) => !isBelowThreshold(month, threshold))
  return end < 0 ? newestFirst.length : end
}

/** Whether enough consecutive months are below the threshold to propose a property for the watch list. */
export const isWatchCandidate = (
  newestFirst: readonly ReportedOccupancy[],
  threshold: number,
  months: number,
): boolean => countMonthsBelow(newestFirst, threshold) >= months

/**
 * Computes the average occupancy of several months, weighted by units, in percent points to the hundredth.
 * Unreported months are left out.
 */
export function computeAverageOccupancy(months: readonly ReportedOccupancy[]): number | null {
  const reported = months.flatMap(({ units, vacant }) => (vacant === null ? [] : [{ units, vacant }]))
  const sum = (getCount: (item: OccupancyCount) => number): number =>
    reported.reduce((total, item) => total + getCount(item), 0)
  return computePhysicalOccupancy({ units: sum((item) => item.units), vacant: sum((item) => item.vacant) })
}

/** Sums the occupied units of each month: the basis of a management fee (domain 22). */
export const countOccupiedUnitMonths = (months: readonly ReportedOccupancy[]): number =>
  months.reduce((sum, { units, vacant }) => sum + (vacant === null ? 0 : units - vacant), 0)

/**
 * Computes how many units should be vacant: those vacant the month before plus move-outs minus move-ins.
 * `over` is how many more are reported as vacant, negative if fewer.
 */
export function computeExpectedVacancy(
  before: number,
  { moveIns, moveOuts, vacant }: { moveIns: number; moveOuts: number; vacant: number },
): { expected: number; over: number } {
  const expected = before + moveOuts - moveIns
  return { expected, over: vacant - expected }
}

/** Formats percent points as text such as `93.75%`; a dash for null. */
export const formatOccupancy = (points: number | null): string =>
  points === null ? '–' : `${points.toFixed(2)}%`
