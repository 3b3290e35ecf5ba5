import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  computeFiscalYear,
  getLoanSchedule,
  getLoanYears,
  getPayment,
  monthsBetween,
  type PaymentTerms,
  type Terms,
  yearFrom,
} from './amortization.ts'

/** A loan for the computation of its years, and a booked year; dollars. */
export type LoanFacts = {
  originalAmount: number
  interestRate: number
  startDate: string
  maturityDate: string | null
  amortizationMonths: number | null
  paymentTerms: PaymentTerms
  annualDebtService: number | null
}
export type Booked = {
  year: number
  additions: number
  principalPaid: number
  interestPaid: number
  endingBalance: number
}
/** A year of a loan with its expected result; dollars, null where unknown. */
export type YearCompared = {
  year: number
  booked: Booked | null
  /** By the schedule of the terms from the beginning. */
  scheduled: number | null
  /** By the terms, from the balance that was booked the year before. */
  computedPrincipal: number | null
  computedInterest: number | null
  computedBalance: number | null
  /** Booked less computed. */
  difference: number | null
}

/** The terms of a loan in cents. */
export const getLoanTerms = (loan: LoanFacts): Terms => ({
  original: toCents(loan.originalAmount),
  rate: loan.interestRate,
  startDate: loan.startDate,
  months: getMonths(loan),
  due: monthsUntilDue(loan),
  paymentTerms: loan.paymentTerms,
  annualDebtService: loan.annualDebtService === null ? null : toCents(loan.annualDebtService),
})

/** The months of payments: as they were agreed, else until maturity. */
const getMonths = (loan: LoanFacts): number | null => loan.amortizationMonths ?? monthsUntilDue(loan)

const monthsUntilDue = ({ startDate, maturityDate }: LoanFacts): number | null =>
  maturityDate === null ? null : Math.max(1, monthsBetween(startDate, maturityDate))

/**
 * What the terms of a loan bring with them that its schedule alone does not say, in sentences: what is left
 * at maturity, a first period that is no month, and payments that do not cover the interest.
 */
export function termWarnings(loan: LoanFacts): string[] {
  const terms = getLoanTerms(loan)
  const payment = getPayment(terms)
  const schedule = getLoanSchedule(terms)
  const [first, last] = [schedule[0], schedule.at(-1)]
  const balloon = last && payment !== null && last.payment > 2 * payment ? last : null
  const warnings = balloon
    ? [
        `${formatMoney(fromCents(balloon.principal))} falls due in ${shownMonth(balloon.month)}: payments do not pay it back.`,
      ]
    : []
  if (!loan.startDate.endsWith('-01') && loan.paymentTerms === 'Amortizing')
    warnings.push(
      `It began on ${formatDate(loan.startDate, 'MM/DD/YYYY')}: its first period is no whole month, and the schedule reckons it as one.`,
    )
  if (first && payment !== null && payment < first.interest)
    warnings.push(
      `A payment of ${formatMoney(fromCents(payment))} does not cover the interest of ${formatMoney(fromCents(first.interest))}: it pays back nothing.`,
    )
  return warnings
}

const shownMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/**
 * Debt service of a year by the terms, in dollars: as agreed, else twelve level payments, else the interest
 * of a year.
 */
export function computeDebtService(loan: LoanFacts, balance: number, endMonth: number, year: number): number {
  if (loan.annualDebtService !== null) return loan.annualDebtService
  return fromCents(yearFrom(getLoanTerms(loan), year, toCents(balance), endMonth).payment)
}

/** All booked years and the one after the last, with the result of the terms. */
export function comparedYears(loan: LoanFacts, booked: readonly Booked[], endMonth: number): YearCompared[] {
  const terms = getLoanTerms(loan)
  const byYear = new Map(booked.map((booked) => [booked.year, booked]))
  const scheduled = new Map(
    getLoanYears(getLoanSchedule(terms), endMonth).map((loanYear) => [loanYear.year, loanYear.balance]),
  )
  const years = [...byYear.keys()].toSorted((number, other) => number - other)
  const last = years.at(-1)
  const next = last === undefined || byYear.get(last)!.endingBalance === 0 ? [] : [last + 1]
  return [...years, ...next].map((year) => {
    const booked = byYear.get(year) ?? null
    const before = byYear.get(year - 1)
    const begins = computeFiscalYear(loan.startDate, endMonth) === year
    const opening = before
      ? toCents(before.endingBalance) + toCents(booked?.additions ?? 0)
      : begins
        ? terms.original
        : null
    const reckoned = opening === null ? null : yearFrom(terms, year, opening, endMonth)
    const plan = scheduled.get(year)
    const balance = reckoned && fromCents(reckoned.balance)
    return {
      year,
      booked: booked,
      scheduled: plan === undefined ? null : fromCents(plan),
      computedPrincipal: reckoned && fromCents(reckoned.principal),
      computedInterest: reckoned && fromCents(reckoned.interest),
      computedBalance: balance,
      difference:
        booked && balance !== null ? fromCents(toCents(booked.endingBalance) - toCents(balance)) : null,
    }
  })
}

/** LOA-Y1 to LOA-Y3: a year's figures follow from the year before, and the year after from them. */
export function yearFaults(booked: Booked, loan: LoanFacts, bookeds: readonly Booked[]): Fault[] {
  const faults: Fault[] = []
  const before = bookeds.find((item) => item.year === booked.year - 1)
  const after = bookeds.find((item) => item.year === booked.year + 1)
  const first = Number(loan.startDate.slice(0, 4))
  if (booked.year < first)
    faults.push({ field: 'year', message: `Fiscal year: the loan began on ${loan.startDate.slice(0, 4)}.` })
  if (before) faults.push(...stepFault(booked, before.endingBalance, `at the end of ${before.year}`))
  else if (toCents(booked.endingBalance) > toCents(loan.originalAmount) + toCents(booked.additions))
    faults.push({
      field: 'endingBalance',
      message: `Ending balance: it is above the original amount, ${formatMoney(loan.originalAmount)}.`,
    })
  if (after && stepFault(after, booked.endingBalance, '').length > 0)
    faults.push({
      field: 'endingBalance',
      message: `Ending balance: ${after.year} begins with ${formatMoney(computeOpening(after))}.`,
    })
  return faults
}

const computeOpening = (booked: Booked): number =>
  fromCents(toCents(booked.endingBalance) + toCents(booked.principalPaid) - toCents(booked.additions))

function stepFault(booked: Booked, opening: number, when: string): Fault[] {
  const expected = toCents(opening) + toCents(booked.additions) - toCents(booked.principalPaid)
  if (expected === toCents(booked.endingBalance)) return []
  const text = `${formatMoney(opening)} ${when}, plus additions, less principal paid, is ${formatMoney(fromCents(expected))}`
  return [{ field: 'endingBalance', message: `Ending balance: ${text}.` }]
}

type Stood = LoanFacts & {
  loanType: string
  status: string
  paidOffDate: string | null
  participationLender: string | null
  participationPercent: number | null
}

/** LOA-L1 to LOA-L4: what keeps a loan from being stored, each with its field. */
export function loanFaults(loan: Stood): Fault[] {
  const faults: Fault[] = []
  const add = (field: string, message: string) => faults.push({ field, message })
  if (loan.maturityDate && loan.maturityDate <= loan.startDate)
    add('maturityDate', 'Maturity: it is after the date of the note.')
  if (loan.status === 'Paid off' && !loan.paidOffDate) add('paidOffDate', 'Paid off on: *Field is required')
  if (loan.status !== 'Paid off' && loan.paidOffDate)
    add('status', 'Status: a loan with the day it was paid off is Paid off.')
  if (loan.paidOffDate && loan.paidOffDate < loan.startDate)
    add('paidOffDate', 'Paid off on: it is before the date of the note.')
  if (loan.interestRate < 0 || loan.interestRate > 100)
    add('interestRate', 'Interest rate: enter 0 to 100 percent.')
  if (loan.loanType === 'Participation' && !loan.participationLender)
    add('participationLender', 'Participating lender: *Field is required')
  if (
    loan.participationPercent !== null &&
    (loan.participationPercent < 0 || loan.participationPercent > 100)
  )
    add('participationPercent', 'Participation: enter 0 to 100 percent.')
  return faults
}
