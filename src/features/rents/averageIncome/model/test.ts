/**
 * The average income test. Browser and server use the same code, in whole numbers: sums are compared with
 * sums, so that an average of 60.01 does not pass for 60 (domain 34; IRC 42(g)(1)(C), T.D. 9967).
 */
import type { Designation } from './entities.ts'

/**
 * The limits set by law, all in percent: the highest average, the lowest share of units in the group, and
 * the part of its limit above which a household is over income.
 */
export type TestLimits = { mostAverage: number; leastShare: number; overIncome: number }

export type TestedUnit = Pick<
  Designation,
  'unit' | 'designatedPercent' | 'outsideGroup' | 'vacant' | 'tenantIncomePercent'
>

const DECIMALS = 10_000
/** Designations change in steps of ten points. */
export const STEP = 10

/** Computes an average with four decimals. Null without units. */
const computeAverage = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * DECIMALS) / count) / DECIMALS

/**
 * Returns the limit that a household's income is compared with: the greater of the highest average and its
 * unit's designation.
 */
export const getIncomeLimit = ({ designatedPercent }: TestedUnit, { mostAverage }: TestLimits): number =>
  Math.max(mostAverage, designatedPercent ?? 0)

/** Whether the household's income is above the given part of its limit. */
export function isOverIncome(unit: TestedUnit, limits: TestLimits): boolean {
  const { designatedPercent, tenantIncomePercent, vacant } = unit
  if (designatedPercent === null || tenantIncomePercent === null || vacant) return false
  const maximum = Math.round(getIncomeLimit(unit, limits) * DECIMALS) * limits.overIncome
  return Math.round(tenantIncomePercent * DECIMALS) * 100 > maximum
}

export type TestOutcome<U> = {
  /** The designated units that the owner has not left out. Market units are not in the average. */
  group: readonly U[]
  average: number | null
  /** Whether the average is within its limit and the group is large enough. */
  holds: boolean
  /**
   * By how many points the designations of the group may rise in total before the average is too high.
   * Below 0 if it is too high.
   */
  room: number
  /** Units dropped, from the highest designation down, until the average holds. */
  removed: readonly U[]
  /** The average of the units that then remain, and whether they are enough. */
  averageLeft: number | null
  groupHolds: boolean
  /** The remaining share of all units, in percent with two decimals. Null without units. */
  share: number | null
  overIncome: readonly U[]
}

/**
 * Runs the test of a property: the average of the group, and which units drop out from the highest down
 * until the others meet it. Of equal designations the last listed drops out first. `totalUnits` includes
 * market units; unlisted units count as outside the group.
 */
export function getAverageIncome<U extends TestedUnit>(
  units: readonly U[],
  totalUnits: number | null,
  limits: TestLimits,
): TestOutcome<U> {
  const { mostAverage, leastShare } = limits
  const group = units.filter((unit) => unit.designatedPercent !== null && !unit.outsideGroup)
  const computePercent = (unit: U) => unit.designatedPercent ?? 0
  const total = Math.max(totalUnits ?? 0, units.length)
  const isEnough = (count: number) => count > 0 && count * 100 >= leastShare * total
  const sum = group.reduce((points, unit) => points + computePercent(unit), 0)
  const room = mostAverage * group.length - sum
  const removed: U[] = []
  let remainingPoints = sum
  for (const unit of group
    .toReversed()
    .toSorted((item, other) => computePercent(other) - computePercent(item))) {
    if (remainingPoints <= mostAverage * (group.length - removed.length)) break
    removed.push(unit)
    remainingPoints -= computePercent(unit)
  }
  const remaining = group.length - removed.length
  return {
    group,
    average: computeAverage(sum, group.length),
    holds: room >= 0 && isEnough(group.length),
    room,
    removed,
    averageLeft: computeAverage(remainingPoints, remaining),
    groupHolds: isEnough(remaining),
    share: total === 0 ? null : Math.round((remaining * DECIMALS) / total) / 100,
    overIncome: units.filter((unit) => isOverIncome(unit, limits)),
  }
}

/** Returns how many designations of the group may rise by a step before the average is too high. */
export const countStepsLeft = (room: number): number => Math.max(0, Math.floor(room / STEP))
