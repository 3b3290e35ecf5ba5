import { z } from 'zod'
import { ChartAccount } from '#core/money/chart/model/index.ts'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { Totals } from './entities.ts'

/**
 * The data outside its own figures that a budget is checked against, loaded by the server. Amounts are
 * dollars of the fiscal year.
 */
export const inputsShape = {
  /** The chart of the year: income and expense, and the other accounts of a budget. */
  accounts: z.array(ChartAccount.row),
  units: z.int(),
  /** The first and last day of the budgeted period: the fiscal year, or part of it. */
  from: z.string(),
  through: z.string(),
  /**
   * Gross potential rent at the approved rents, each month at those in effect on its first day (domain
   * 9.3).
   */
  rents: z.number().nullable(),
  requiredDeposits: z.number(),
  /**
   * The highest management fee for all units, by the maximum of each day. Null if no maximum in dollars
   * applies.
   */
  mostFees: z.number().nullable(),
  /** The approved budget of the year before. */
  last: z
    .object({
      budgetId: z.int(),
      budgetYear: z.int(),
      requestNumber: z.string(),
      amounts: z.record(z.string(), z.number()),
    })
    .nullable(),
  /** The last annual statement that was submitted for a year before. */
  prior: z
    .object({
      afsId: z.int(),
      year: z.int(),
      requestNumber: z.string(),
      amounts: z.record(z.string(), z.number()),
    })
    .nullable(),
  rules: z.object({
    notePercent: z.number(),
    noteDollars: z.number(),
    tolerance: z.number(),
    leastVacancy: z.number(),
    leastCoverage: z.number(),
    coverageAfterReserve: z.boolean(),
  }),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

/** Computes the totals of one column that lists and other records read, in dollars. */
export function computeBudgetTotals(read: ReadCents): Totals {
  const dollars = (code: string) => fromCents(read(code))
  return {
    grossPotentialRent: dollars('5120'),
    revenue: dollars('5000T'),
    expenses: dollars('6000T'),
    operatingIncome: dollars('B310N'),
    reserveDeposits: dollars('B210'),
    debtService: dollars('B190T'),
  }
}

/**
 * Computes debt coverage: net operating income, less reserve deposits if the agency's setting says so,
 * divided by principal, interest and mortgage insurance (domain 8.3). Null without debt.
 */
export function computeCoverage(
  {
    operatingIncome,
    reserveDeposits,
    debtService,
  }: Pick<Totals, 'operatingIncome' | 'reserveDeposits' | 'debtService'>,
  afterReserve: boolean,
): number | null {
  const debt = toCents(debtService)
  if (debt <= 0) return null
  return (toCents(operatingIncome) - (afterReserve ? toCents(reserveDeposits) : 0)) / debt
}

/** Formats a debt coverage, for example `1.43`, or `no debt` for null. */
export const formatCoverage = (coverage: number | null): string =>
  coverage === null ? 'no debt' : coverage.toFixed(2)

/**
 * Computes the figures shown above the worksheet (domain 9.2): vacancy and other income in percent, and the
 * fee in dollars per unit and month.
 */
export function getBudgetHead(read: ReadCents, { units, months }: { units: number; months: number }) {
  const getPercent = (cents: number, total: number) => (total === 0 ? null : (cents / total) * 100)
  return {
    vacancyPercent: getPercent(read('5220'), read('5120')),
    otherIncomePercent: getPercent(read('5900T'), read('5100T')),
    feePerUnit: units > 0 ? read('6320') / units / months / 100 : null,
  }
}

/**
 * Raises an amount by a percent and rounds it to the whole dollar, halves away from zero (domain 44, 26).
 */
export const raiseByPercent = (dollars: number, percent: number): number =>
  Math.sign(dollars) * Math.round((Math.abs(toCents(dollars)) * (100 + percent)) / 10_000)
