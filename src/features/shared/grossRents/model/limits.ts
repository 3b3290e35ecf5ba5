import { z } from 'zod'
import { sumMoney, toCents } from '#kernel/model/money.ts'

/**
 * Returns twice the number of persons assumed for a unit: one person in a studio, otherwise one and a half
 * per
 * bedroom (domain 14.3). Doubling avoids halves.
 */
const countPersonsTwice = (bedrooms: number): number => (bedrooms === 0 ? 2 : bedrooms * 3)

/**
 * Returns the highest monthly gross rent under an income limit, in whole dollars, rounded down. It is a
 * twelfth of 30 percent of the limit for the household assumed for the unit, or of the mean of two limits for
 * a half person. `limits` are yearly dollars for one person, two and so on. Null if the household is larger.
 */
export function computeGreatestGrossRent(limits: readonly number[], bedrooms: number): number | null {
  const twice = countPersonsTwice(bedrooms)
  const [low, high] = [limits[Math.floor(twice / 2) - 1], limits[Math.ceil(twice / 2) - 1]]
  if (low === undefined || high === undefined) return null
  // (low + high) / 2 × 0.3 / 12 = (low + high) / 80.
  return Math.floor((toCents(low) + toCents(high)) / 8000)
}

/** HUD’s figures of a county that are in force on a day. */
export const publishedFigures = z.object({
  countyName: z.string(),
  incomeYear: z.int().nullable(),
  /** Income limits at 50 percent of the median income, in dollars a year, for one person, two and so on. */
  incomes: z.array(z.number()),
  fairMarketYear: z.int().nullable(),
  /** Fair market rents in dollars a month, for a studio, one bedroom and so on. */
  fairMarket: z.array(z.number()),
})
export type PublishedFigures = z.infer<typeof publishedFigures>

/**
 * A rent program’s rule: the percentage of median income, null without a limit, and whether fair market rent
 * also limits.
 */
export type RentProgram = { medianPercent: number | null; fairMarket: boolean }

/** The percentage of median income for which HUD publishes income limits. */
const PUBLISHED_PERCENT = 50

/**
 * Returns the greatest monthly gross rent of a unit under its program, in whole dollars: 30 percent of the
 * program’s percentage of median income, computed from HUD’s 50 percent limits. For HOME units it is at most
 * the fair market rent. Returns 'none' if the program has no limit, and null if HUD’s figures are missing.
 */
export function getGrossRentLimit(
  program: RentProgram,
  bedrooms: number,
  figures: PublishedFigures | null,
): number | 'none' | null {
  const { medianPercent, fairMarket } = program
  if (medianPercent === null) return 'none'
  if (!figures) return null
  const incomes = figures.incomes.map((amount) => Math.round((amount * medianPercent) / PUBLISHED_PERCENT))
  const byIncome = computeGreatestGrossRent(incomes, bedrooms)
  if (byIncome === null || !fairMarket) return byIncome
  return Math.min(byIncome, figures.fairMarket[Math.min(bedrooms, figures.fairMarket.length - 1)] ?? byIncome)
}

/** Returns the gross rent: the household's rent plus the allowance for the utilities it pays itself. */
export const computeGrossRent = (rent: number | null, allowance: number | null): number | null =>
  rent === null || allowance === null ? null : sumMoney([rent, allowance])

/**
 * Returns the dollars by which a gross rent is above its limit. Returns 0 if it is not above, if there is no
 * limit, or if either is unknown.
 */
export const computeOverage = (gross: number | null, limit: ReturnType<typeof getGrossRentLimit>): number =>
  gross !== null && typeof limit === 'number' ? Math.max(0, sumMoney([gross, -limit])) : 0
