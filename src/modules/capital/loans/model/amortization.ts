/**
 * The amortization of a loan by its terms, month by month, in integer cents. The interest of a month is
 * balance × rate ÷ 12, to the cent, halves up; payments are level, and the last one is the remaining amount.
 */

/** How a loan is paid back, in the words of the notes payable of statements (domain 4.5). */
export const paymentTerms = ['Amortizing', 'Interest only', 'Deferred', 'From cash flow'] as const
export type PaymentTerms = (typeof paymentTerms)[number]

/**
 * The month by number in which all that is left falls due: at maturity, which ends what amortization began;
 * null without an end.
 */
const getLastMonth = ({ months, due = null }: Pick<Terms, 'months' | 'due'>): number | null =>
  due === null ? months : months === null ? due : Math.min(due, months)

/** The terms of a loan: cents, percent points with up to four decimals, and the first day. */
export type Terms = {
  original: number
  rate: number
  startDate: string
  /** Months over which level payments would pay it back; null where no end was agreed on. */
  months: number | null
  /** Months until it falls due, be it paid back by then or not; null without a day of maturity. */
  due?: number | null
  paymentTerms: PaymentTerms
  /** A year of payments where one was agreed on; else the level payment follows from the terms. */
  annualDebtService: number | null
}
/** A month of a schedule, identified by its first day; the payment, and the balance at its end. */
export type Month = { month: string; payment: number; interest: number; principal: number; balance: number }
export type Year = { year: number; payment: number; interest: number; principal: number; balance: number }

/** The interest of a month on a balance. */
export function computeInterest(balance: number, rate: number): number {
  const [above, below] = [BigInt(balance) * BigInt(Math.round(rate * 10_000)), 12_000_000n]
  return Number((2n * above + below) / (2n * below))
}

/** The level monthly payment that pays off a balance in a number of months. */
export function levelPayment(balance: number, rate: number, months: number): number {
  const monthly = rate / 1200
  return Math.ceil(monthly === 0 ? balance / months : (balance * monthly) / (1 - (1 + monthly) ** -months))
}

/** The payment of a month by the terms, before it is limited to the balance. */
export function getPayment({
  original,
  rate,
  months,
  paymentTerms,
  annualDebtService,
}: Terms): number | null {
  if (paymentTerms !== 'Amortizing') return null
  if (annualDebtService !== null) return Math.ceil(annualDebtService / 12)
  return months === null ? null : levelPayment(original, rate, months)
}

const monthAfter = (month: string, count: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`
}

/** Months that pass between the months of two days. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** One month of a loan with a remaining `balance`; the last month pays the rest. */
function getMonth(
  terms: Terms,
  month: string,
  balance: number,
  payment: number | null,
  last: boolean,
): Month {
  const soft = terms.paymentTerms === 'Deferred' || terms.paymentTerms === 'From cash flow'
  const interest = soft ? 0 : computeInterest(balance, terms.rate)
  // A payment that does not even cover interest lowers nothing: the rest of the interest is no debt of the
  // schedule.
  const level = payment === null ? 0 : Math.min(balance, Math.max(0, payment - interest))
  const principal = last ? balance : level
  return { month, payment: interest + principal, interest, principal, balance: balance - principal }
}

/** The longest a schedule without an end is followed. */
const LONGEST = 720

/** The schedule of a loan from its first payment, the month after it began, until it is paid back. */
export function getLoanSchedule(terms: Terms): Month[] {
  const payment = getPayment(terms)
  const months: Month[] = []
  const end = getLastMonth(terms)
  const count = end ?? LONGEST
  let balance = terms.original
  for (let index = 1; index <= count && balance > 0; index++) {
    const month = getMonth(terms, monthAfter(terms.startDate, index), balance, payment, index === end)
    months.push(month)
    balance = month.balance
  }
  return months
}

/** The fiscal year that a month belongs to, named after the year it ends in. */
export const computeFiscalYear = (month: string, endMonth: number): number =>
  Number(month.slice(0, 4)) + (Number(month.slice(5, 7)) > endMonth ? 1 : 0)

/** A schedule by fiscal years. */
export function getLoanYears(months: readonly Month[], endMonth: number): Year[] {
  const years = new Map<number, Year>()
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

/** The expected result of a year from its opening balance, with the payments of the terms. */
export function yearFrom(terms: Terms, year: number, opening: number, endMonth: number): Year {
  const [payment, end] = [getPayment(terms), getLastMonth(terms)]
  const sums = { year, payment: 0, interest: 0, principal: 0, balance: opening }
  const last = `${year}-${String(endMonth).padStart(2, '0')}-01`
  for (let back = 11; back >= 0; back--) {
    const month = monthAfter(last, -back)
    const index = monthsBetween(terms.startDate, month)
    if (index < 1 || sums.balance === 0) continue
    const monthAmounts = getMonth(terms, month, sums.balance, payment, end !== null && index >= end)
    sums.payment += monthAmounts.payment
    sums.interest += monthAmounts.interest
    sums.principal += monthAmounts.principal
    sums.balance = monthAmounts.balance
  }
  return sums
}
