import { drawBetween, drawChance } from '../../chance.ts'
import type { BooksInput } from './types.ts'

/** The factor by which prices rise in a year. */
const YEARLY_PRICE_FACTOR = 1.03

/** The approximate share of each account in gross potential rent, for properties without a budget. */
const rentShareByAccount: Readonly<Record<string, number>> = {
  5220: 0.06,
  5410: 0.0006,
  5910: 0.012,
  5920: 0.008,
  6310: 0.05,
  6311: 0.011,
  6320: 0.058,
  6350: 0.022,
  6370: 0.01,
  6390: 0.009,
  6450: 0.026,
  6451: 0.017,
  6452: 0.03,
  6453: 0.016,
  6510: 0.1,
  6515: 0.03,
  6520: 0.06,
  6525: 0.012,
  6710: 0.085,
  6711: 0.01,
  6720: 0.06,
  6820: 0.1,
  B110: 0.06,
}

/** The accounts that do not rise with prices: interest and principal of the first mortgage. */
const fixedAccounts = new Set(['6820', 'B110'])

/** Returns the plan of a year: its budget, or the budget of the nearest year at the prices of this year. */
function getPlannedAmounts({ key, units, plan }: BooksInput, year: number): Readonly<Record<string, number>> {
  const plannedAmounts = plan.get(year)
  if (plannedAmounts) return plannedAmounts
  const nearest = [...plan.keys()].sort((a, b) => Math.abs(a - year) - Math.abs(b - year))[0]
  const baseYear = nearest ?? year
  const baseAmounts = (nearest !== undefined && plan.get(nearest)) || inventAmounts(key, units)
  return Object.fromEntries(
    Object.entries(baseAmounts).map(([code, amount]) => [
      code,
      fixedAccounts.has(code) ? amount : Math.round(amount * YEARLY_PRICE_FACTOR ** (year - baseYear)),
    ]),
  )
}

/** Invents the planned amounts of a property without a budget, in dollars by account. */
function inventAmounts(key: string, units: number): Record<string, number> {
  const potential = units * 12 * drawBetween(`rent ${key}`, 520, 780)
  return {
    5120: potential,
    ...Object.fromEntries(
      Object.entries(rentShareByAccount).map(([code, part]) => [
        code,
        Math.round((potential * part * drawBetween(`${code} ${key}`, 85, 115)) / 100),
      ]),
    ),
  }
}

/**
 * Whether a year is a bad one for the property, with more vacancies and repairs. About one property in nine
 * has bad years.
 */
const isTroubledYear = (key: string, year: number): boolean =>
  drawChance(`troubled ${key}`, 11) && drawChance(`bad ${key} ${Math.floor(year / 3)}`, 70)

/**
 * Draws the actual amount of an account as a percentage of its plan. It is near a hundred, and sometimes far
 * from it.
 */
function drawPercentOfPlan(key: string, code: string, year: number): number {
  const name = `${code} ${key} ${year}`
  if (code === '5120') return 100
  const usualPercent = drawChance(`odd ${name}`, 7) ? drawBetween(name, 72, 128) : drawBetween(name, 95, 105)
  if (!isTroubledYear(key, year)) return usualPercent
  if (code === '5220') return usualPercent * 2.4
  return code === '6520' || code === '6515' ? usualPercent * 1.25 : usualPercent
}

/** The maximum management fee in dollars per unit and year. */
const MAX_FEE_PER_UNIT = 430
const getMaximum = ({ units }: BooksInput, code: string): number =>
  code === '6320' ? units * MAX_FEE_PER_UNIT : Number.POSITIVE_INFINITY

/**
 * Returns the income and expenses of a year that are paid within it or soon after, in cents by account. They
 * differ somewhat from the plan. Interest and depreciation are not included, because they follow from loans
 * and assets.
 */
export function getOperations(input: BooksInput, year: number, months: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(getPlannedAmounts(input, year)).flatMap(([code, amount]) => {
      if (!/^[56]/.test(code) || code.startsWith('68') || code === '5440' || amount === 0) return []
      const actualAmount = (amount * drawPercentOfPlan(input.key, code, year)) / 100
      return [[code, Math.round((Math.min(actualAmount, getMaximum(input, code)) * months) / 12) * 100]]
    }),
  )
}

/**
 * Returns the yearly cost of the first mortgage in cents: the planned interest, and the total of interest
 * and principal.
 */
export function getMortgage(input: BooksInput, year: number): { interest: number; payment: number } {
  const plannedAmounts = getPlannedAmounts(input, year)
  const interest = Math.round(plannedAmounts[6820] ?? 0) * 100
  return { interest, payment: interest + Math.round(plannedAmounts.B110 ?? 0) * 100 }
}
