import { z } from 'zod'
import { sumMoney } from '#kernel/model/money.ts'
import { greatestGrossRent } from './arithmetic.ts'

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

/** What the program of a rent says about its limit. */
export type Program = { medianPercent: number | null; fairMarket: boolean }

const HALF = 50

/**
 * The greatest gross rent a month of a unit under its program, whole dollars: 30 percent of the program's part of the
 * median income, taken as a multiple of HUD's 50 percent limits, and for HOME units no more than the fair market rent.
 * 'none' where the program has no limit, null where HUD's figures are not there.
 */
export function limitOf(program: Program, bedrooms: number, figures: Published | null): number | 'none' | null {
  const { medianPercent, fairMarket } = program
  if (medianPercent === null) return 'none'
  if (!figures) return null
  const incomes = figures.incomes.map((amount) => Math.round((amount * medianPercent) / HALF))
  const byIncome = greatestGrossRent(incomes, bedrooms)
  if (byIncome === null || !fairMarket) return byIncome
  return Math.min(byIncome, figures.fairMarket[Math.min(bedrooms, figures.fairMarket.length - 1)] ?? byIncome)
}

/** What a household pays: the rent and the allowance for the utilities it pays itself. */
export const grossRent = (rent: number | null, allowance: number | null): number | null =>
  rent === null || allowance === null ? null : sumMoney([rent, allowance])
