/**
 * Computes the amortization of a loan from its terms, month by month, in integer cents. The interest of a
 * month is balance × rate ÷ 12, to the cent with halves up. Payments are level, and the last one is the
 * remaining amount.
 */

/** The ways in which a loan is paid back, as the notes payable of statements name them (domain 4.5). */
export const paymentTerms = ['Amortizing', 'Interest only', 'Deferred', 'From cash flow'] as const
export type PaymentTerms = (typeof paymentTerms)[number]

/**
 * Returns the number of the month in which the remaining balance falls due: the end of the amortization, or
 * maturity if it is earlier. Null if the loan has no end.
 */
const getLastMonth = ({ months, due = null }: Pick<LoanTerms, 'months' | 'due'>): number | null =>
  due === null ? months : months === null ? due : Math.min(due, months)

/**
 * The terms of a loan: amounts in cents, the rate in percent with up to four decimals, and the day of the
 * note.
 */
export type LoanTerms = {
  original: number
  rate: number
  startDate: string
  /** The number of months in which level payments would pay the loan back, null if no end was agreed on. */
  months: number | null
  /** The number of months until the loan matures, paid back or not; null without a day of maturity. */
  due?: number | null
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

/** Returns the interest of a month on a balance, in cents. The rate is in percent. */
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
export function getMonthlyPayment({
  original,
  rate,
  months,
  paymentTerms,
  annualDebtService,
}: LoanTerms): number | null {
  if (paymentTerms !== 'Amortizing') return null
  if (annualDebtService !== null) return Math.ceil(annualDebtService / 12)
  return months === null ? null : computeLevelPayment(original, rate, months)
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
  const isSoft = terms.paymentTerms === 'Deferred' || terms.paymentTerms === 'From cash flow'
  const interest = isSoft ? 0 : computeInterest(balance, terms.rate)
  // A payment below the interest lowers no balance. The unpaid interest is not added to the debt either.
  const level = payment === null ? 0 : Math.min(balance, Math.max(0, payment - interest))
  const principal = isLast ? balance : level
  return { month, payment: interest + principal, interest, principal, balance: balance - principal }
}

/** The greatest number of months that a schedule without an end is computed for. */
const MAX_MONTHS = 720

/**
 * Returns the schedule of a loan from its first payment, in the month after it began, until it is paid back.
 */
export function getLoanSchedule(terms: LoanTerms): ScheduleMonth[] {
  const payment = getMonthlyPayment(terms)
  const months: ScheduleMonth[] = []
  const end = getLastMonth(terms)
  const count = end ?? MAX_MONTHS
  let balance = terms.original
  for (let index = 1; index <= count && balance > 0; index++) {
    const month = computeMonth(terms, addMonthCount(terms.startDate, index), balance, payment, index === end)
    months.push(month)
    balance = month.balance
  }
  return months
}

/** Returns the fiscal year of a month: the number of the calendar year in which it ends. */
export const computeFiscalYear = (month: string, endMonth: number): number =>
  Number(month.slice(0, 4)) + (Number(month.slice(5, 7)) > endMonth ? 1 : 0)

/** Sums a schedule by fiscal years. */
export function getLoanYears(months: readonly ScheduleMonth[], endMonth: number): ScheduleYear[] {
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
  const [payment, end] = [getMonthlyPayment(terms), getLastMonth(terms)]
  const sums = { year, payment: 0, interest: 0, principal: 0, balance: opening }
  const lastMonth = `${year}-${String(endMonth).padStart(2, '0')}-01`
  for (let back = 11; back >= 0; back--) {
    const month = addMonthCount(lastMonth, -back)
    const index = countMonthsBetween(terms.startDate, month)
    if (index < 1 || sums.balance === 0) continue
    const monthAmounts = computeMonth(terms, month, sums.balance, payment, end !== null && index >= end)
    sums.payment += monthAmounts.payment
    sums.interest += monthAmounts.interest
    sums.principal += monthAmounts.principal
    sums.balance = monthAmounts.balance
  }
  return sums
}
