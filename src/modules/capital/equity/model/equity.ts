import { toCents } from '#kernel/model/money.ts'
import { computeFiscalYear, monthsBetween, type Terms, yearFrom } from '#modules/capital/loans/model/index.ts'
import type { discretions } from './entities.ts'

/**
 * Equity of a property through the years, in integer cents (domain 6.3, 31; 4 CSR 170-4.200(3)): development
 * cost less the mortgages it was built with; each year the principal that was paid and approved improvements
 * come to it.
 */

/** A loan whose principal counts, with the years that are booked. */
export type EquityLoan = {
  name: string
  terms: Terms
  paidOffDate: string | null
  years: readonly { year: number; additions: number; principalPaid: number; endingBalance: number }[]
}
type Discretion = (typeof discretions)[number] | null
/** The input of a year, in cents; the first year has development cost and mortgages. */
export type Given = {
  year: number
  developmentCost: number | null
  originalMortgages: number | null
  principalBefore: number | null
  cutoffDate: string | null
  approvedImprovements: number
  discretion: Discretion
}
/** The result of a year; null where it cannot be computed, with the reasons in `gaps`, in sentences. */
export type Reckoned = {
  year: number
  initialEquity: number | null
  /** The equity at the beginning of the year. */
  beginning: number | null
  mortgageBalance: number | null
  principalPaid: number
  principalHeld: number
  approvedImprovements: number
  computed: number | null
  equity: number | null
  rate: number
  allowed: number | null
  paidOff: string[]
  discretion: Discretion
  gaps: string[]
}
export type Facts = {
  loans: readonly EquityLoan[]
  /** The last month of its fiscal years. */
  endMonth: number
  /** Percent points that a year allows of equity. */
  rateOf: (year: number) => number
}

/**
 * The allowed distribution of a year, in cents: equity × rate, to the whole dollar, halves up; 0 for negative
 * equity.
 */
function computeAllowed(equity: number, rate: number): number {
  const below = 100_000_000n
  const above = BigInt(Math.max(0, equity)) * BigInt(Math.round(rate * 10_000))
  return Number((2n * above + below) / (2n * below)) * 100
}

/**
 * Twelfths of a fiscal year that lie after the cut-off: principal paid before it is in the initial equity
 * already.
 */
export function twelfthsAfter(cutoff: string | null, year: number, endMonth: number): number {
  if (cutoff === null) return 12
  const last = `${year}-${String(endMonth).padStart(2, '0')}-01`
  return Math.min(12, Math.max(0, monthsBetween(cutoff, last)))
}

/** A part of an amount in cents, halves up. */
const getPart = (cents: number, twelfths: number): number => Math.floor((2 * cents * twelfths + 12) / 24)

/** The amount paid beyond the schedule in the year in which a loan was paid off. */
function computeExcludedPrincipal(loan: EquityLoan, year: number, endMonth: number): number {
  const booked = loan.years.find((item) => item.year === year)
  const isGone = loan.paidOffDate !== null && computeFiscalYear(loan.paidOffDate, endMonth) === year
  if (!booked || (!isGone && booked.endingBalance > 0) || booked.principalPaid === 0) return 0
  const opening = booked.endingBalance + booked.principalPaid
  return Math.max(0, booked.principalPaid - yearFrom(loan.terms, year, opening, endMonth).principal)
}

/** Whether a loan ran in a year: it had begun, and was not paid off before. */
const ran = ({ terms, paidOffDate }: EquityLoan, year: number, endMonth: number): boolean =>
  computeFiscalYear(terms.startDate, endMonth) <= year &&
  (paidOffDate === null || computeFiscalYear(paidOffDate, endMonth) >= year)

/** The year's principal on all loans, the part held for the commission, and the remaining balance. */
function getPrincipal({ loans, endMonth }: Facts, year: number, twelfths: number) {
  const running = loans.filter((loan) => ran(loan, year, endMonth))
  const booked = running.flatMap((loan) => loan.years.filter((item) => item.year === year))
  const notCounted = running.map((loan) => ({
    name: loan.name,
    cents: getPart(computeExcludedPrincipal(loan, year, endMonth), twelfths),
  }))
  const sum = (cents: readonly number[]) => cents.reduce((all, number) => all + number, 0)
  return {
    paid: sum(booked.map((item) => getPart(item.principalPaid, twelfths))),
    held: sum(notCounted.map((item) => item.cents)),
    paidOff: notCounted.filter((item) => item.cents > 0).map((item) => item.name),
    balance: running.length === booked.length ? sum(booked.map((item) => item.endingBalance)) : null,
    missing: running
      .filter((loan) => !loan.years.some((item) => item.year === year))
      .map((loan) => `${loan.name} has no figures of ${year}.`),
  }
}

/** Computes a year from its beginning equity; `beginning` is null where that is unknown. */
function reckon(yearInput: Given, facts: Facts, beginning: number | null, cutoff: string | null): Reckoned {
  const { year, approvedImprovements: improvements } = yearInput
  const twelfths = twelfthsAfter(cutoff, year, facts.endMonth)
  const { paid, held: undecidedPrincipal, paidOff, balance, missing } = getPrincipal(facts, year, twelfths)
  const discretion = undecidedPrincipal === 0 ? null : (yearInput.discretion ?? 'For the commission')
  const countedPrincipal = discretion === null || discretion === 'Counted' ? paid : paid - undecidedPrincipal
  const gaps = [
    ...(beginning === null ? [`${year - 1} has no equity figure.`] : []),
    // Where the whole year is before the cutoff, missing loan figures do not matter.
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
 * Every year in order: one with development cost and mortgages begins, every other one goes on from the year
 * before.
 */
export function rollForward(yearInputs: readonly Given[], facts: Facts): Reckoned[] {
  const reckoneds: Reckoned[] = []
  let cutoff: string | null = null
  for (const yearInput of yearInputs.toSorted((a, b) => a.year - b.year)) {
    const begins = yearInput.developmentCost !== null && yearInput.originalMortgages !== null
    if (begins) cutoff = yearInput.cutoffDate
    const before = reckoneds.at(-1)
    const computedBefore = before?.year === yearInput.year - 1 ? before.computed : null
    const initial = begins ? yearInput.developmentCost! - yearInput.originalMortgages! : null
    // A first year without a cut-off day begins at its end, because payments up to then are included in the
    // set values.
    const until =
      begins && cutoff === null ? `${yearInput.year}-${String(facts.endMonth).padStart(2, '0')}-28` : cutoff
    const beginning = initial === null ? computedBefore : initial + (yearInput.principalBefore ?? 0)
    reckoneds.push({ ...reckon(yearInput, facts, beginning, until), initialEquity: initial })
  }
  return reckoneds
}

/** Cents of dollars that may be missing. */
export const computeEquityCents = (dollars: number | null): number | null =>
  dollars === null ? null : toCents(dollars)
