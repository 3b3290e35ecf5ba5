import { z } from 'zod'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents, sumMoney, toCents } from '#kernel/model/money.ts'

/** The totals of a record for lists, in dollars. They are computed from its lines at each save. */
export const recordTotals = z.object({
  grossPotentialRent: z.number(),
  otherIncome: z.number(),
  /** Expenses without the deposits to the replacement reserve. */
  expenses: z.number(),
  reserveDeposits: z.number(),
  debtService: z.number(),
})
export type RecordTotals = z.infer<typeof recordTotals>

type Debt = { annualDebtService: number | null }

/** Computes the totals of a record from its categories, which `read` returns in cents, and its debts. */
export const computeProgram2013Sums = (read: ReadCents, debts: readonly Debt[]): RecordTotals => ({
  grossPotentialRent: fromCents(read('I01')),
  otherIncome: fromCents(read('I02')),
  expenses: fromCents(read('E29')),
  reserveDeposits: fromCents(read('E21')),
  debtService: sumMoney(debts.map((debt) => debt.annualDebtService)),
})

/** The results of a record, in dollars. Ratios are fractions, null if the divisor is 0. */
export type RecordFigures = {
  vacancy: number
  effectiveIncome: number
  totalExpenses: number
  netIncome: number
  coverage: number | null
  expenseRatio: number | null
}

const PERCENT_SCALE = 1_000_000n

/**
 * Returns a percentage (up to four decimals) of cents, rounded to the cent with halves away from zero. It is
 * exact for any size.
 */
export function computePercent(cents: number, percent: number): number {
  const product = BigInt(cents) * BigInt(Math.round(percent * 10_000))
  const size = product < 0n ? -product : product
  const rounded = Number((2n * size + PERCENT_SCALE) / (2n * PERCENT_SCALE))
  return product < 0n ? -rounded : rounded
}

/**
 * The name of a pro-forma’s net income. It is after reserve deposits, which the net operating income of
 * statements and budgets does not subtract.
 */
export const INCOME_AFTER_RESERVE = 'Net operating income after reserve'

/**
 * Computes the results of a record. Effective income is gross potential rent less vacancy plus other income.
 * Net income is effective income less expenses and replacement reserve. Coverage is net income over debt
 * service (domain 30).
 */
export function getProgram2013Figures(yearSums: RecordTotals, vacancyPercent: number | null): RecordFigures {
  const potential = toCents(yearSums.grossPotentialRent)
  const vacancy = computePercent(potential, vacancyPercent ?? 0)
  const income = potential - vacancy + toCents(yearSums.otherIncome)
  const expenses = toCents(yearSums.expenses) + toCents(yearSums.reserveDeposits)
  const debt = toCents(yearSums.debtService)
  return {
    vacancy: fromCents(vacancy),
    effectiveIncome: fromCents(income),
    totalExpenses: fromCents(expenses),
    netIncome: fromCents(income - expenses),
    coverage: debt > 0 ? (income - expenses) / debt : null,
    expenseRatio: income > 0 ? expenses / income : null,
  }
}

/** Formats a debt coverage, for example `1.41`, or `no debt` for null. */
export const formatCoverage = (coverage: number | null): string =>
  coverage === null ? 'no debt' : coverage.toFixed(2)
/** Formats a ratio as a percentage, for example `69.8%`, or an empty text for null. */
export const formatRatio = (ratio: number | null): string =>
  ratio === null ? '' : `${(ratio * 100).toFixed(1)}%`

/**
 * Returns the yearly cost of a loan with level monthly payments, in cents, or null until all terms are
 * entered.
 */
export function computeLevelDebtService(terms: {
  amount: number | null
  rate: number | null
  amortizationMonths: number | null
}): number | null {
  const { amount, rate, amortizationMonths: months } = terms
  if (!amount || rate === null || !months) return null
  const monthly = rate / 1200
  const payment = monthly === 0 ? amount / months : (amount * monthly) / (1 - (1 + monthly) ** -months)
  return Math.round(payment * 1200)
}
