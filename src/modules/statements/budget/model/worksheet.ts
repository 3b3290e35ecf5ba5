import { z } from 'zod'
import { ChartAccount } from '#ground/money/chart/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { Read } from '#statement/model/index.ts'
import type { Totals } from './entities.ts'

/**
 * The data other than its own figures by which a budget is checked, loaded by the server. Dollars of the
 * fiscal year.
 */
export const inputsShape = {
  /** The chart of the year: income and expense, and the other accounts of a budget. */
  accounts: z.array(ChartAccount.row),
  units: z.int(),
  /** First day and last day of the year, or of its part. */
  from: z.string(),
  through: z.string(),
  /** Gross potential at the approved rents, each month at those in force on its first day (domain 9.3). */
  rents: z.number().nullable(),
  requiredDeposits: z.number(),
  /**
   * The most a management fee of all units may be, by the maximum of each day; null where it is judged
   * otherwise.
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

/** The totals of a column that lists and other subjects read, in dollars. */
export function computeBudgetTotals(read: Read): Totals {
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
 * Returns debt coverage: net operating income, after reserve deposits where the agency's setting says so,
 * over principal, interest and mortgage insurance (domain 8.3). Null where there is no debt.
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

/** `1.43`, rounded as published examples are; `no debt` where there is none. */
export const coverageText = (coverage: number | null): string =>
  coverage === null ? 'no debt' : coverage.toFixed(2)

/**
 * Returns the figures shown above the worksheet (domain 9.2): vacancy and other income in percent points, the
 * fee per unit and month.
 */
export function getBudgetHead(read: Read, { units, months }: { units: number; months: number }) {
  const part = (cents: number, total: number) => (total === 0 ? null : (cents / total) * 100)
  return {
    vacancyPercent: part(read('5220'), read('5120')),
    otherIncomePercent: part(read('5900T'), read('5100T')),
    feePerUnit: units > 0 ? read('6320') / units / months / 100 : null,
  }
}

/** A figure raised by a percent, to the whole dollar (domain 44, 26), halves away from zero. */
export const inflated = (dollars: number, percent: number): number =>
  Math.sign(dollars) * Math.round((Math.abs(toCents(dollars)) * (100 + percent)) / 10_000)
