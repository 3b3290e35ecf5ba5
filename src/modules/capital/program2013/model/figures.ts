import { z } from 'zod'
import { fromCents, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Read } from '#statement/model/index.ts'

/** The totals of a record for lists, in dollars; computed from its lines when they are saved. */
export const sums = z.object({
  grossPotentialRent: z.number(),
  otherIncome: z.number(),
  /** Without the replacement reserve. */
  expenses: z.number(),
  reserveDeposits: z.number(),
  debtService: z.number(),
})
export type Sums = z.infer<typeof sums>

type Debt = { annualDebtService: number | null }

/** The sums of categories, read in cents, and of the debts. */
export const computeProgram2013Sums = (read: Read, debts: readonly Debt[]): Sums => ({
  grossPotentialRent: fromCents(read('I01')),
  otherIncome: fromCents(read('I02')),
  expenses: fromCents(read('E29')),
  reserveDeposits: fromCents(read('E21')),
  debtService: sumMoney(debts.map((debt) => debt.annualDebtService)),
})

/** The results of a record, in dollars; ratios as fractions, null where the divisor is 0. */
export type Figures = {
  vacancy: number
  effectiveIncome: number
  totalExpenses: number
  netIncome: number
  coverage: number | null
  expenseRatio: number | null
}

const UNIT = 1_000_000n

/** A percent (points, four decimals) of cents, to the cent, halves away from zero; exact, however large. */
export function computeProgram2013Percent(cents: number, percent: number): number {
  const product = BigInt(cents) * BigInt(Math.round(percent * 10_000))
  const size = product < 0n ? -product : product
  const rounded = Number((2n * size + UNIT) / (2n * UNIT))
  return product < 0n ? -rounded : rounded
}

/**
 * What the income of a pro-forma is called: reserve deposits are taken off it, which net operating income of
 * statements and budgets leaves in.
 */
export const INCOME_AFTER_RESERVE = 'Net operating income after reserve'

/**
 * Effective income is gross potential rent less vacancy plus other income; net income is that less expenses
 * and replacement reserve; coverage is net income over debt service (domain 30).
 */
export function getProgram2013Figures(yearSums: Sums, vacancyPercent: number | null): Figures {
  const potential = toCents(yearSums.grossPotentialRent)
  const vacancy = computeProgram2013Percent(potential, vacancyPercent ?? 0)
  const income = potential - vacancy + toCents(yearSums.otherIncome)
  const spent = toCents(yearSums.expenses) + toCents(yearSums.reserveDeposits)
  const debt = toCents(yearSums.debtService)
  return {
    vacancy: fromCents(vacancy),
    effectiveIncome: fromCents(income),
    totalExpenses: fromCents(spent),
    netIncome: fromCents(income - spent),
    coverage: debt > 0 ? (income - spent) / debt : null,
    expenseRatio: income > 0 ? spent / income : null,
  }
}

/** `1.41`; `no debt` where there is none. */
export const coverageText = (coverage: number | null): string =>
  coverage === null ? 'no debt' : coverage.toFixed(2)
/** `69.8%`; nothing without income. */
export const ratioText = (ratio: number | null): string =>
  ratio === null ? '' : `${(ratio * 100).toFixed(1)}%`

/** The yearly cost of a loan with level monthly payments, in cents; null until all of its terms are known. */
export function levelService(terms: {
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
