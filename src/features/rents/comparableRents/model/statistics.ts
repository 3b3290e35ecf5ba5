/**
 * A comparable rent as the statistics use it. Browser and server compute the same, in whole cents (domain
 * 33).
 */
import { toCents } from '#kernel/model/money.ts'
import type { Comparable } from './entities.ts'

export type ComparedRent = Pick<Comparable, 'bedrooms' | 'squareFeet' | 'rent' | 'concession' | 'adjustment'>

/**
 * Returns the comparable rent in cents a month: the rent less concessions, plus the adjustment for
 * differences between the units.
 */
const getAdjustedCents = ({ rent, concession, adjustment }: ComparedRent): number =>
  toCents(rent) - toCents(concession ?? 0) + toCents(adjustment ?? 0)
/** Returns the comparable rent in dollars a month. */
export const getAdjustedRent = (compared: ComparedRent): number => getAdjustedCents(compared) / 100

export type Statistics = {
  bedrooms: number
  count: number
  least: number
  average: number
  median: number
  greatest: number
  /** Dollars per square foot, of the rents with a known size. Null without any. */
  perSquareFoot: number | null
}

const computeMean = (sum: number, count: number): number => Math.round(sum / count) / 100

function computeForSize(bedrooms: number, comparables: readonly ComparedRent[]): Statistics {
  const cents = comparables.map(getAdjustedCents).sort((number, other) => number - other)
  const sized = comparables.filter((comparable) => comparable.squareFeet !== null)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const [low, high] = [cents[Math.floor((cents.length - 1) / 2)]!, cents[Math.floor(cents.length / 2)]!]
  const feet = sum(sized.map((compared) => compared.squareFeet ?? 0))
  return {
    bedrooms,
    count: cents.length,
    least: cents[0]! / 100,
    average: computeMean(sum(cents), cents.length),
    median: computeMean(low + high, 2),
    greatest: cents.at(-1)! / 100,
    perSquareFoot: feet === 0 ? null : computeMean(sum(sized.map(getAdjustedCents)), feet),
  }
}

/**
 * Returns the statistics of adjusted rents by bedrooms, smallest first. Sizes without a comparable rent are
 * left out.
 */
export const getStatistics = (comparables: readonly ComparedRent[]): Statistics[] =>
  [...Map.groupBy(comparables, (comparable) => comparable.bedrooms)]
    .map(([bedrooms, ofSize]) => computeForSize(bedrooms, ofSize))
    .sort((statistics, other) => statistics.bedrooms - other.bedrooms)

/** The percent of the average up to which a rent is below market, and up to which it is within market. */
export type FlagLimits = { belowMarket: number; market: number }
export const flags = { below: 'Below market', within: 'Within market', above: 'Above market' } as const
export type Flag = (typeof flags)[keyof typeof flags]

/**
 * Compares a rent with the average of its size: its percent of the average with two decimals, and its class.
 * Uses whole cents, so that a rent of exactly 90 percent is below. Null without comparables.
 */
export function getComparableRentFlag(
  rent: number,
  bedrooms: number,
  statistics: readonly Statistics[],
  { belowMarket, market }: FlagLimits,
): { percent: number; flag: Flag } | null {
  const average = toCents(statistics.find((statistic) => statistic.bedrooms === bedrooms)?.average ?? 0)
  if (average <= 0) return null
  const part = toCents(rent) * 100
  const flag =
    part <= belowMarket * average ? flags.below : part <= market * average ? flags.within : flags.above
  return { percent: Math.round((toCents(rent) * 10_000) / average) / 100, flag }
}
