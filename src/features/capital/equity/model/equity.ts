import {
  computeFiscalYear,
  computeLoanYear,
  countMonthsBetween,
  type LoanTerms,
} from '#features/capital/loans/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import type { discretions } from './entities.ts'

/**
 * Computes the equity of a property through the years, in integer cents (domain 6.3, 31; 4 CSR
 * 170-4.200(3)). Equity begins as development cost less the original mortgages. Each year adds the principal
 * paid and approved improvements.
 */

/** A loan whose principal counts in equity, with its booked years; amounts in cents. */
export type EquityLoan = {
  name: string
  terms: LoanTerms
  paidOffDate: string | null
  years: readonly { year: number; additions: number; principalPaid: number; endingBalance: number }[]
}
type Discretion = (typeof discretions)[number] | null
/** The input of a year, in cents. Only the first year has development cost and mortgages. */
export type EquityYearInput = {
  year: number
  developmentCost: number | null
  originalMortgages: number | null
  principalBefore: number | null
  cutoffDate: string | null
  approvedImprovements: number
  discretion: Discretion
}
/**
 * The result of a year, in cents. Amounts that cannot be computed are null, and `gaps` says why in sentences.
 */
export type EquityYear = {
  year: number
  initialEquity: number | null
  /** The equity at the beginning of the year. */
  beginning: number | null
  mortgageBalance: number | null
  principalPaid: number
  /** Principal of loans paid off early, on which the commission decides. */
  principalHeld: number
  approvedImprovements: number
  /** Equity before it is raised to zero. */
  computed: number | null
  equity: number | null
  /** The percentage of equity that may be distributed. */
  rate: number
  /** The allowed distribution. */
  allowed: number | null
  paidOff: string[]
  discretion: Discretion
  gaps: string[]
}
/** The facts of a property that its years are computed from. */
export type EquityFacts = {
  loans: readonly EquityLoan[]
  /** The last month of the property’s fiscal years, 1 to 12. */
  endMonth: number
  /** Returns the percentage of equity that may be distributed in a year. */
  rateOf: (year: number) => number
}

/**
 * Returns the allowed distribution of a year, in cents: equity × rate, rounded to the whole dollar with
 * halves up, or 0 for negative equity. Integers avoid errors of floating-point numbers.
 */
function computeAllowed(equity: number, rate: number): number {
  const denominator = 100_000_000n
  const numerator = BigInt(Math.max(0, equity)) * BigInt(Math.round(rate * 10_000))
  return Number((2n * numerator + denominator) / (2n * denominator)) * 100
}

/**
 * Returns how many twelfths of a fiscal year are after the cut-off date. The initial equity already includes
 * the principal paid before it.
 */
export function countTwelfthsAfter(cutoff: string | null, year: number, endMonth: number): number {
  if (cutoff === null) return 12
  const last = `${year}-${String(endMonth).padStart(2, '0')}-01`
  return Math.min(12, Math.max(0, countMonthsBetween(cutoff, last)))
}

/** Returns some twelfths of an amount in cents, rounded with halves up. */
const computeTwelfths = (cents: number, twelfths: number): number =>
  Math.floor((2 * cents * twelfths + 12) / 24)

/**
 * Returns the principal paid beyond the schedule, in cents, in the year in which a loan was paid off;
 * otherwise 0.
 */
function computeExcludedPrincipal(loan: EquityLoan, year: number, endMonth: number): number {
  const booked = loan.years.find((item) => item.year === year)
  const isPaidOff = loan.paidOffDate !== null && computeFiscalYear(loan.paidOffDate, endMonth) === year
  if (!booked || (!isPaidOff && booked.endingBalance > 0) || booked.principalPaid === 0) return 0
  const opening = booked.endingBalance + booked.principalPaid
  return Math.max(0, booked.principalPaid - computeLoanYear(loan.terms, year, opening, endMonth).principal)
}

/** Whether a loan was running in a year: it had begun, and was not paid off before that year. */
const isRunning = ({ terms, paidOffDate }: EquityLoan, year: number, endMonth: number): boolean =>
  computeFiscalYear(terms.startDate, endMonth) <= year &&
  (paidOffDate === null || computeFiscalYear(paidOffDate, endMonth) >= year)

/**
 * Sums a year’s principal on all loans, the part that the commission decides on, and the remaining balance.
 */
function sumPrincipal({ loans, endMonth }: EquityFacts, year: number, twelfths: number) {
  const running = loans.filter((loan) => isRunning(loan, year, endMonth))
  const booked = running.flatMap((loan) => loan.years.filter((item) => item.year === year))
  const notCounted = running.map((loan) => ({
    name: loan.name,
    cents: computeTwelfths(computeExcludedPrincipal(loan, year, endMonth), twelfths),
  }))
  const sum = (cents: readonly number[]) => cents.reduce((all, number) => all + number, 0)
  return {
    paid: sum(booked.map((item) => computeTwelfths(item.principalPaid, twelfths))),
    held: sum(notCounted.map((item) => item.cents)),
    paidOff: notCounted.filter((item) => item.cents > 0).map((item) => item.name),
    balance: running.length === booked.length ? sum(booked.map((item) => item.endingBalance)) : null,
    missing: running
      .filter((loan) => !loan.years.some((item) => item.year === year))
      .map((loan) => `${loan.name} has no figures of ${year}.`),
  }
}

/** Computes a year from the equity at its beginning, in cents, or null if that is unknown. */
function computeYear(
  yearInput: EquityYearInput,
  facts: EquityFacts,
  beginning: number | null,
  cutoff: string | null,
): EquityYear {
  const { year, approvedImprovements: improvements } = yearInput
  const twelfths = countTwelfthsAfter(cutoff, year, facts.endMonth)
  const { paid, held: undecidedPrincipal, paidOff, balance, missing } = sumPrincipal(facts, year, twelfths)
  const discretion = undecidedPrincipal === 0 ? null : (yearInput.discretion ?? 'For the commission')
  const countedPrincipal = discretion === null || discretion === 'Counted' ? paid : paid - undecidedPrincipal
  const gaps = [
    ...(beginning === null ? [`${year - 1} has no equity figure.`] : []),
    // If the whole year is before the cut-off date, missing loan figures do not matter.
    ...(twelfths > 0 ? missing : []),
  ]
  const isKnown = beginning !== null && gaps.length === 0
  const computed = isKnown ? beginning + countedPrincipal + improvements : null
  const equity = computed === null ? null : Math.max(0, computed)
  const rate = facts.rateOf(year)
  return {
    year,
    mortgageBalance: balance,
    principalPaid: countedPrincipal,
    principalHeld: undecidedPrincipal,
    paidOff,
    discretion,
    gaps,
    rate,
    approvedImprovements: improvements,
    computed,
    equity,
    initialEquity: null,
    beginning,
    allowed: equity === null ? null : computeAllowed(equity, rate),
  }
}

/**
 * Computes every year in order. A year with development cost and mortgages begins; every other year continues
 * from the year before.
 */
export function computeYears(yearInputs: readonly EquityYearInput[], facts: EquityFacts): EquityYear[] {
  const years: EquityYear[] = []
  let cutoff: string | null = null
  for (const yearInput of yearInputs.toSorted((a, b) => a.year - b.year)) {
    const isFirstYear = yearInput.developmentCost !== null && yearInput.originalMortgages !== null
    if (isFirstYear) cutoff = yearInput.cutoffDate
    const before = years.at(-1)
    const computedBefore = before?.year === yearInput.year - 1 ? before.computed : null
    const initial = isFirstYear ? yearInput.developmentCost! - yearInput.originalMortgages! : null
    // Without a cut-off date, no principal of the first year counts: the entered amounts already include it.
    const effectiveCutoff =
      isFirstYear && cutoff === null
        ? `${yearInput.year}-${String(facts.endMonth).padStart(2, '0')}-28`
        : cutoff
    const beginning = initial === null ? computedBefore : initial + (yearInput.principalBefore ?? 0)
    years.push({ ...computeYear(yearInput, facts, beginning, effectiveCutoff), initialEquity: initial })
  }
  return years
}

/** Converts dollars into cents, and null into null. */
export const toNullableCents = (dollars: number | null): number | null =>
  dollars === null ? null : toCents(dollars)
