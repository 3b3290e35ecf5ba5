import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  computeFiscalYear,
  computeLoanSchedule,
  computeLoanYear,
  computeLoanYears,
  computeMonthlyPayment,
  countMonthsBetween,
  type LoanTerms,
  type PaymentTerms,
} from './amortization.ts'

/** The part of a loan from which its years are computed; amounts in dollars. */
export type LoanFacts = {
  originalAmount: number
  interestRate: number
  startDate: string
  maturityDate: string | null
  amortizationMonths: number | null
  paymentTerms: PaymentTerms
  annualDebtService: number | null
}
/** The booked amounts of a loan’s fiscal year, in dollars. */
export type BookedYear = {
  year: number
  additions: number
  principalPaid: number
  interestPaid: number
  endingBalance: number
}
/** A booked year of a loan with its expected result, in dollars; null if unknown. */
export type ComparedYear = {
  year: number
  booked: BookedYear | null
  /** The balance at the end of the year by the original schedule. */
  scheduled: number | null
  /** The results by the terms from the balance that was booked for the year before. */
  computedPrincipal: number | null
  computedInterest: number | null
  computedBalance: number | null
  /** The booked less the computed balance. */
  difference: number | null
}

/** Converts a loan into its terms, in cents. */
export const getLoanTerms = (loan: LoanFacts): LoanTerms => ({
  original: toCents(loan.originalAmount),
  rate: loan.interestRate,
  startDate: loan.startDate,
  amortizationMonths: countPayments(loan),
  monthsToMaturity: countMonthsUntilDue(loan),
  paymentTerms: loan.paymentTerms,
  annualDebtService: loan.annualDebtService === null ? null : toCents(loan.annualDebtService),
})

/** Returns the number of monthly payments: as agreed, otherwise until maturity. */
const countPayments = (loan: LoanFacts): number | null => loan.amortizationMonths ?? countMonthsUntilDue(loan)

const countMonthsUntilDue = ({ startDate, maturityDate }: LoanFacts): number | null =>
  maturityDate === null ? null : Math.max(1, countMonthsBetween(startDate, maturityDate))

/**
 * Returns warnings about the terms of a loan, as sentences: a balance that remains at maturity, a first
 * period
 * that is not a whole month, and payments that do not cover the interest.
 */
export function getTermWarnings(loan: LoanFacts): string[] {
  const terms = getLoanTerms(loan)
  const payment = computeMonthlyPayment(terms)
  const schedule = computeLoanSchedule(terms)
  const [first, last] = [schedule[0], schedule.at(-1)]
  // A last payment of more than two level payments is a balloon, not just the rounding of the schedule.
  const balloon = last && payment !== null && last.payment > 2 * payment ? last : null
  const warnings = balloon
    ? [
        `${formatMoney(fromCents(balloon.principal))} falls due in ${formatMonth(balloon.month)}: payments do not pay it back.`,
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

const formatMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/**
 * Returns the debt service of a fiscal year in dollars: as agreed, otherwise the payments that the terms
 * require from this opening balance.
 */
export function computeDebtService(loan: LoanFacts, balance: number, endMonth: number, year: number): number {
  if (loan.annualDebtService !== null) return loan.annualDebtService
  return fromCents(computeLoanYear(getLoanTerms(loan), year, toCents(balance), endMonth).payment)
}

/** Returns all booked years and the one after the last, each compared with the result of the terms. */
export function compareYears(
  loan: LoanFacts,
  booked: readonly BookedYear[],
  endMonth: number,
): ComparedYear[] {
  const terms = getLoanTerms(loan)
  const byYear = new Map(booked.map((booked) => [booked.year, booked]))
  const scheduled = new Map(
    computeLoanYears(computeLoanSchedule(terms), endMonth).map((loanYear) => [
      loanYear.year,
      loanYear.balance,
    ]),
  )
  const years = [...byYear.keys()].toSorted((number, other) => number - other)
  const last = years.at(-1)
  const next = last === undefined || byYear.get(last)!.endingBalance === 0 ? [] : [last + 1]
  return [...years, ...next].map((year) => {
    const booked = byYear.get(year) ?? null
    const before = byYear.get(year - 1)
    const isFirstYear = computeFiscalYear(loan.startDate, endMonth) === year
    const opening = before
      ? toCents(before.endingBalance) + toCents(booked?.additions ?? 0)
      : isFirstYear
        ? terms.original
        : null
    const expected = opening === null ? null : computeLoanYear(terms, year, opening, endMonth)
    const scheduledBalance = scheduled.get(year)
    const balance = expected && fromCents(expected.balance)
    return {
      year,
      booked: booked,
      scheduled: scheduledBalance === undefined ? null : fromCents(scheduledBalance),
      computedPrincipal: expected && fromCents(expected.principal),
      computedInterest: expected && fromCents(expected.interest),
      computedBalance: balance,
      difference:
        booked && balance !== null ? fromCents(toCents(booked.endingBalance) - toCents(balance)) : null,
    }
  })
}

/**
 * LOA-Y1 to LOA-Y3: returns faults if a year does not follow from the year before, or the year after from it.
 */
export function getYearFaults(
  booked: BookedYear,
  loan: LoanFacts,
  otherYears: readonly BookedYear[],
): Fault[] {
  const faults: Fault[] = []
  const before = otherYears.find((item) => item.year === booked.year - 1)
  const after = otherYears.find((item) => item.year === booked.year + 1)
  const first = Number(loan.startDate.slice(0, 4))
  if (booked.year < first)
    faults.push({ field: 'year', message: `Fiscal year: the loan began on ${loan.startDate.slice(0, 4)}.` })
  if (before) faults.push(...getBalanceFaults(booked, before.endingBalance, `at the end of ${before.year}`))
  else if (toCents(booked.endingBalance) > toCents(loan.originalAmount) + toCents(booked.additions))
    faults.push({
      field: 'endingBalance',
      message: `Ending balance: it is above the original amount, ${formatMoney(loan.originalAmount)}.`,
    })
  if (after && getBalanceFaults(after, booked.endingBalance, '').length > 0)
    faults.push({
      field: 'endingBalance',
      message: `Ending balance: ${after.year} begins with ${formatMoney(computeOpening(after))}.`,
    })
  return faults
}

/** Returns the balance in dollars with which a booked year begins. */
const computeOpening = (booked: BookedYear): number =>
  fromCents(toCents(booked.endingBalance) + toCents(booked.principalPaid) - toCents(booked.additions))

/** Returns a fault unless opening + additions − principal paid is the ending balance. */
function getBalanceFaults(booked: BookedYear, opening: number, when: string): Fault[] {
  const expected = toCents(opening) + toCents(booked.additions) - toCents(booked.principalPaid)
  if (expected === toCents(booked.endingBalance)) return []
  const text = `${formatMoney(opening)} ${when}, plus additions, less principal paid, is ${formatMoney(fromCents(expected))}`
  return [{ field: 'endingBalance', message: `Ending balance: ${text}.` }]
}

type StoredLoan = LoanFacts & {
  loanType: string
  status: string
  paidOffDate: string | null
  participationLender: string | null
  participationPercent: number | null
}

/** LOA-L1 to LOA-L4: returns every fault that keeps a loan from being stored, each with its field. */
export function getLoanFaults(loan: StoredLoan): Fault[] {
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
