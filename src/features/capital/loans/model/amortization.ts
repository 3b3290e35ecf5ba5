/**
 * Computes the amortization of a loan from its terms, month by month, in integer cents. The interest of a
 * month is balance × rate ÷ 12, rounded half up to the cent. Amortizing loans have level payments. In every
 * kind of loan, the last month pays the rest.
 */

/** The ways in which a loan is paid back, as the notes payable of statements name them (domain 4.5). */
export const paymentTerms = ['Amortizing', 'Interest only', 'Deferred', 'From cash flow'] as const
export type PaymentTerms = (typeof paymentTerms)[number]

/**
 * Returns the number of the month in which the remaining balance falls due: the end of the amortization, or
 * maturity if it is earlier. Null if the loan has no end.
 */
function getLastMonth({ amortizationMonths, monthsToMaturity = null }: LoanTerms): number | null {
  const ends = [amortizationMonths, monthsToMaturity].filter((number) => number !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

/**
 * The terms of a loan: amounts in cents, the rate in percent with up to four decimals, and the day of the
 * note.
 */
export type LoanTerms = {
  original: number
  rate: number
  startDate: string
  /** The number of months in which level payments would pay the loan back, null if no end was agreed on. */
  amortizationMonths: number | null
  /** The number of months until the loan matures, paid back or not; null without a day of maturity. */
  monthsToMaturity?: number | null
  paymentTerms: PaymentTerms
  /** The agreed payments of a year. If null, the level payment follows from the other terms. */
  annualDebtService: number | null
}
/** A month of a schedule, named by its first day, with the balance at its end; amounts in cents. */
export type ScheduleMonth = {
  month: string
  payment: number
  interest: number
  principal: number
  balance: number
}
/** A fiscal year of a schedule, with the balance at its end; amounts in cents. */
export type ScheduleYear = {
  year: number
  payment: number
  interest: number
  principal: number
  balance: number
}

/**
 * Returns the interest of a month on a balance, in cents. The rate is in percent and taken as ten-thousandths
 * of a percent: balance × rate ÷ (12 months × 100 percent × 10,000), rounded half up.
 */
export function computeInterest(balance: number, rate: number): number {
  const [numerator, denominator] = [BigInt(balance) * BigInt(Math.round(rate * 10_000)), 12_000_000n]
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** Returns the level monthly payment in cents, rounded up, that pays off a balance in a number of months. */
export function computeLevelPayment(balance: number, rate: number, months: number): number {
  const monthly = rate / 1200
  return Math.ceil(monthly === 0 ? balance / months : (balance * monthly) / (1 - (1 + monthly) ** -months))
}

/**
 * Returns the payment of a month by the terms, not limited to the balance. Null if the loan has no level
 * payment.
 */
export function computeMonthlyPayment({
  original,
  rate,
  amortizationMonths,
  paymentTerms,
  annualDebtService,
}: LoanTerms): number | null {
  if (paymentTerms !== 'Amortizing') return null
  if (annualDebtService !== null) return Math.ceil(annualDebtService / 12)
  return amortizationMonths === null ? null : computeLevelPayment(original, rate, amortizationMonths)
}

const addMonthCount = (month: string, count: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`
}

/** Returns the number of months from the month of one day to the month of another. */
export const countMonthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** Computes one month of a loan from its remaining balance. The last month pays all of it. */
function computeMonth(
  terms: LoanTerms,
  month: string,
  balance: number,
  payment: number | null,
  isLast: boolean,
): ScheduleMonth {
  // Deferred loans and loans from cash flow have no monthly interest.
  const paysOnlyAtMaturity = terms.paymentTerms === 'Deferred' || terms.paymentTerms === 'From cash flow'
  const interest = paysOnlyAtMaturity ? 0 : computeInterest(balance, terms.rate)
  // If the payment is less than the interest, no principal is paid. The month then shows the full interest
  // as its payment.
  const regularPrincipal = payment === null ? 0 : Math.min(balance, Math.max(0, payment - interest))
  const principal = isLast ? balance : regularPrincipal
  return { month, payment: interest + principal, interest, principal, balance: balance - principal }
}

/** The greatest number of months that a schedule without an end is computed for. */
const MAX_MONTHS = 720

/**
 * Returns the schedule of a loan from its first payment, in the month after it began, until it is paid back.
 */
export function computeLoanSchedule(terms: LoanTerms): ScheduleMonth[] {
  const payment = computeMonthlyPayment(terms)
  const months: ScheduleMonth[] = []
  const lastMonthNumber = getLastMonth(terms)
  const count = lastMonthNumber ?? MAX_MONTHS
  let balance = terms.original
  for (let index = 1; index <= count && balance > 0; index++) {
    const month = computeMonth(
      terms,
      addMonthCount(terms.startDate, index),
      balance,
      payment,
      index === lastMonthNumber,
    )
    months.push(month)
    balance = month.balance
  }
  return months
}

/** Returns the fiscal year of a month: the number of the calendar year in which it ends. */
export const computeFiscalYear = (month: string, endMonth: number): number =>
  Number(month.slice(0, 4)) + (Number(month.slice(5, 7)) > endMonth ? 1 : 0)

/** Sums a schedule by fiscal years. */
export function computeLoanYears(months: readonly ScheduleMonth[], endMonth: number): ScheduleYear[] {
  const years = new Map<number, ScheduleYear>()
  for (const { month, payment, interest, principal, balance } of months) {
    const year = computeFiscalYear(month, endMonth)
    const yearTotal = years.get(year) ?? { year, payment: 0, interest: 0, principal: 0, balance }
    years.set(year, {
      year,
      payment: yearTotal.payment + payment,
      interest: yearTotal.interest + interest,
      principal: yearTotal.principal + principal,
      balance,
    })
  }
  return [...years.values()]
}

/** Computes a fiscal year of a loan from its opening balance, in cents, with the payments of the terms. */
export function computeLoanYear(
  terms: LoanTerms,
  year: number,
  opening: number,
  endMonth: number,
): ScheduleYear {
  const payment = computeMonthlyPayment(terms)
  const lastMonthNumber = getLastMonth(terms)
  const sums = { year, payment: 0, interest: 0, principal: 0, balance: opening }
  const lastMonth = `${year}-${String(endMonth).padStart(2, '0')}-01`
  for (let monthsBeforeEnd = 11; monthsBeforeEnd >= 0; monthsBeforeEnd--) {
    const month = addMonthCount(lastMonth, -monthsBeforeEnd)
    const monthNumber = countMonthsBetween(terms.startDate, month)
    if (monthNumber < 1 || sums.balance === 0) continue
    const isLast = lastMonthNumber !== null && monthNumber >= lastMonthNumber
    const monthAmounts = computeMonth(terms, month, sums.balance, payment, isLast)
    sums.payment += monthAmounts.payment
    sums.interest += monthAmounts.interest
    sums.principal += monthAmounts.principal
    sums.balance = monthAmounts.balance
  }
  return sums
}
