import { z } from 'zod'
import { sumMoney, toCents } from '#kernel/model/money.ts'

/**
 * Returns twice the number of persons assumed for a unit: one in a studio, one and a half per bedroom (domain
 * 14.3).
 */
const personsTwice = (bedrooms: number): number => (bedrooms === 0 ? 2 : bedrooms * 3)

/**
 * Returns the highest monthly gross rent under an income limit: a twelfth of 30 percent of the limit for the
 * household assumed for the unit, the mean between two sizes, rounded down to whole dollars. `limits` are
 * yearly dollars from one person up; null where the household is larger than they cover.
 */
export function greatestGrossRent(limits: readonly number[], bedrooms: number): number | null {
  const twice = personsTwice(bedrooms)
  const [low, high] = [limits[Math.floor(twice / 2) - 1], limits[Math.ceil(twice / 2) - 1]]
  if (low === undefined || high === undefined) return null
  // (low + high) / 2 × 0.3 / 12 = (low + high) / 80.
  return Math.floor((toCents(low) + toCents(high)) / 8000)
}

/** HUD's figures of a county, the newest that were published for the year in question. */
export const published = z.object({
  countyName: z.string(),
  incomeYear: z.int().nullable(),
  /** Income limits at 50 percent of the median, dollars a year for one person, two and so on. */
  incomes: z.array(z.number()),
  fairMarketYear: z.int().nullable(),
  /** Fair market rents by bedrooms, dollars a month. */
  fairMarket: z.array(z.number()),
})
export type Published = z.infer<typeof published>

/** The rent program's rule for its limit. */
export type Program = { medianPercent: number | null; fairMarket: boolean }

const HALF = 50

/**
 * The greatest gross rent a month of a unit under its program, whole dollars: 30 percent of the program's
 * part of the median income, taken as a multiple of HUD's 50 percent limits, and for HOME units no more than
 * the fair market rent. 'none' where the program has no limit, null where HUD's figures are not there.
 */
export function getGrossRentLimit(
  program: Program,
  bedrooms: number,
  figures: Published | null,
): number | 'none' | null {
  const { medianPercent, fairMarket } = program
  if (medianPercent === null) return 'none'
  if (!figures) return null
  const incomes = figures.incomes.map((amount) => Math.round((amount * medianPercent) / HALF))
  const byIncome = greatestGrossRent(incomes, bedrooms)
  if (byIncome === null || !fairMarket) return byIncome
  return Math.min(byIncome, figures.fairMarket[Math.min(bedrooms, figures.fairMarket.length - 1)] ?? byIncome)
}

/** Returns the gross rent: the household's rent plus the allowance for the utilities it pays itself. */
export const grossRent = (rent: number | null, allowance: number | null): number | null =>
  rent === null || allowance === null ? null : sumMoney([rent, allowance])

/**
 * Returns the dollars by which a gross rent is above its limit; 0 where it is not, where there is no limit,
 * or where either is unknown.
 */
export const overLimit = (gross: number | null, limit: ReturnType<typeof getGrossRentLimit>): number =>
  gross !== null && typeof limit === 'number' ? Math.max(0, sumMoney([gross, -limit])) : 0
