/**
 * The average income test, the same in browser and server, in whole numbers: percents of designation are
 * whole, sums are compared with sums, so that an average of 60.01 does not pass for 60 (domain 34; IRC
 * 42(g)(1)(C), T.D. 9967).
 */
import type { Designation } from './entities.ts'

/**
 * The limits set by law, all in percent: the highest average, the lowest share of units in the group, and the
 * part of a limit above which a household is over income.
 */
export type TestLimits = { mostAverage: number; leastShare: number; overIncome: number }

export type TestedUnit = Pick<
  Designation,
  'unit' | 'designatedPercent' | 'outsideGroup' | 'vacant' | 'tenantIncomePercent'
>

const DECIMALS = 10_000
/** Designations go in steps of ten points. */
export const STEP = 10

/** Percent points with four decimals; null without a unit. */
const computeAverage = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * DECIMALS) / count) / DECIMALS

/**
 * The limit a household's income is compared with: the greater of the most average and its unit's
 * designation.
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

export type Outcome<U> = {
  /** The designated units that the owner has not left out; market units are in no average. */
  group: readonly U[]
  average: number | null
  /** The average is within its limit, and the group large enough. */
  holds: boolean
  /**
   * Points that designations of the group may rise by in all before the average is too high; below 0 where it
   * is.
   */
  room: number
  /** Units dropped, from the highest designation down, until the average holds. */
  removed: readonly U[]
  /** Average of the units that are left then, and whether they are enough. */
  averageLeft: number | null
  groupHolds: boolean
  /** The part of all units that is left, in percent with two decimals; null where there are no units. */
  share: number | null
  overIncome: readonly U[]
}

/**
 * The test of a property: average over the group, and which units fall out from the top until the rest holds.
 * Of equal designations the last listed goes first. `totalUnits` counts market units, too; unlisted units
 * count as outside.
 */
export function getAverageIncome<U extends TestedUnit>(
  units: readonly U[],
  totalUnits: number | null,
  limits: TestLimits,
): Outcome<U> {
  const { mostAverage, leastShare } = limits
  const group = units.filter((unit) => unit.designatedPercent !== null && !unit.outsideGroup)
  const computePercent = (unit: U) => unit.designatedPercent ?? 0
  const total = Math.max(totalUnits ?? 0, units.length)
  const enough = (count: number) => count > 0 && count * 100 >= leastShare * total
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
    holds: room >= 0 && enough(group.length),
    room,
    removed,
    averageLeft: computeAverage(remainingPoints, remaining),
    groupHolds: enough(remaining),
    share: total === 0 ? null : Math.round((remaining * DECIMALS) / total) / 100,
    overIncome: units.filter((unit) => isOverIncome(unit, limits)),
  }
}

/** How many designations of the group may rise by a step before the average is too high. */
export const stepsLeft = (room: number): number => Math.max(0, Math.floor(room / STEP))
