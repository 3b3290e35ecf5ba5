import { z } from 'zod'
import { addDays, addMonths, formatDate } from '#kernel/model/dates.ts'
import { choiceField, money, text } from '#kernel/model/field.ts'
import { fromCents, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type Computation, computeEarned, convertToDollars, getComputation } from './computation.ts'
import { lineCodes } from './form.ts'
import {
  getSurplusCashRights,
  type StoredBasis,
  type StoredFigure,
  type StoredPayment,
  type StoredRight,
  type YearFacts,
} from './rights.ts'
import { buildFigures, checkSurplusRows, computeSurplus, type Figures } from './surplus.ts'
import { type ComputationView, type Right, right } from './views.ts'

/** An entered line of part A as of an interim day, in dollars. */
export const interimLine = z.object({
  lineCode: choiceField('Line', lineCodes),
  amount: money('Amount'),
  description: text('Explanation', 200),
})
export type InterimLine = z.infer<typeof interimLine>

/**
 * An interim day: a day in the fiscal year after a statement's for which surplus cash may be computed. It
 * has the right of that year as earned and paid by that day, and the amount approved after it, in dollars.
 */
export const interimPeriod = z.object({
  date: z.string(),
  months: z.int(),
  right,
  approvedAfter: z.number(),
})
export type InterimPeriod = z.infer<typeof interimPeriod>

/**
 * The numbers of months of the fiscal year after which an interim day comes. After twelve, the annual
 * statement applies.
 */
const interimMonths = [3, 6, 9] as const

type RightsInput = {
  bases: readonly StoredBasis[]
  facts: readonly YearFacts[]
  accruals: readonly StoredRight[]
  payments: readonly StoredPayment[]
  figures?: readonly StoredFigure[]
  year: number
  periodEnd: string
}

/**
 * Returns the interim days of the fiscal year after a statement's. A year earns by its months (domain 6.2:
 * equity × rate × months ÷ 12). Payments by the day reduce the right, and later approvals still reduce the
 * cash. If a request was reversed and granted again, the last day counts. `except` is a request that does
 * not count against itself.
 */
export function getInterimPeriods(
  { bases, facts, accruals, payments: all, figures = [], year, periodEnd }: RightsInput,
  except = 0,
): InterimPeriod[] {
  const next = getSurplusCashRights(bases, facts, accruals, all, year + 1, figures).find(
    (surplusCashRight) => surplusCashRight.year === year + 1,
  )
  const before = getSurplusCashRights(bases, facts, accruals, all, year, figures).at(-1)?.balance ?? 0
  const payments = getPayments(all, year + 1, except)
  return interimMonths.map((months) => {
    const date = addDays(addMonths(addDays(periodEnd, 1), months), -1)
    const sumPayments = (isByDate: boolean) =>
      sumMoney(
        payments.filter((payment) => payment.day <= date === isByDate).map((payment) => payment.amount),
      )
    // The first year of a basis may be shorter than that.
    const earningMonths = Math.min(months, next?.months ?? months)
    const earned = next ? computeEarnedDollars(next, earningMonths) : 0
    const paid = sumPayments(true)
    const balance = sumMoney([before, earned, -paid])
    const right = { ...emptyRight, year: year + 1, ...next, months: earningMonths, earned, paid, balance }
    return { date, months, right, approvedAfter: sumPayments(false) }
  })
}

const emptyRight: Right = {
  yearlyDistributionsAccruedId: null,
  year: 0,
  months: 0,
  equity: null,
  rate: null,
  earned: 0,
  principalPaid: 0,
  paid: 0,
  balance: 0,
  typed: false,
  note: null,
}

/**
 * Computes the amount that a number of months of a year earn, in dollars. A year set by hand earns its
 * share, to the whole dollar.
 */
const computeEarnedDollars = (
  { typed, earned, equity, rate, months: whole }: Right,
  months: number,
): number =>
  typed
    ? Math.round((earned * months) / Math.max(1, whole))
    : fromCents(computeEarned(toCents(equity ?? 0), rate ?? 0, months))

/**
 * Returns the payments of a year: each request with its net amount and last day, and every other payment.
 */
function getPayments(all: readonly StoredPayment[], year: number, except: number) {
  const rows = all.filter((row) => row.year === year && row.distributionRequestId !== except)
  const byRequest = Map.groupBy(rows, (row) => row.distributionRequestId ?? row)
  return [...byRequest.values()].map((storedPayments) => ({
    day:
      storedPayments
        .map((row) => row.paidOn)
        .toSorted()
        .at(-1) ?? '',
    amount: sumMoney(storedPayments.map((row) => row.paid)),
  }))
}

/** Returns the entered figures of part A in cents by line. A line without an amount is 0. */
export const getInterimFigures = (lines: readonly InterimLine[]): Figures =>
  buildFigures((code) => toCents(lines.find((line) => line.lineCode === code)?.amount ?? 0))

/** Computes part B as of an interim day, in cents. `surplus` is line (c) of the entered figures. */
export const computeInterimPartB = (
  { years }: ComputationView,
  { right }: InterimPeriod,
  surplus: number,
): Computation =>
  getComputation({
    surplus,
    earned: toCents(right.earned),
    paid: toCents(right.paid),
    accrued: toCents(years.at(-1)?.balance ?? 0),
  })

/**
 * Returns the computation of a statement as of an interim day after it, with the figures entered for that
 * day.
 */
export function getInterimView(
  view: ComputationView,
  period: InterimPeriod,
  lines: readonly InterimLine[],
): ComputationView {
  const { right, date, approvedAfter } = period
  const surplus = computeSurplus(getInterimFigures(lines)).c
  return {
    ...view,
    year: right.year,
    months: period.months,
    periodEnd: date,
    approved: approvedAfter,
    payments: [],
    surplus: fromCents(surplus),
    surplusReviewed: false,
    equity: right.equity,
    rate: right.rate,
    ...convertToDollars(computeInterimPartB(view, period, surplus)),
    years: [...view.years, right],
  }
}

/**
 * Returns the faults of interim figures: SUR-1, SUR-2, and SUR-3 that there are any. Their fields are in
 * `interimLines`.
 */
export function checkInterimFigures(lines: readonly InterimLine[], date: string): Fault[] {
  if (lines.every((line) => line.amount === null))
    return [{ field: 'interimLines', message: `Enter the figures of ${formatDate(date, 'MM/DD/YYYY')}.` }]
  return lines.flatMap((line, index) => {
    const isRepeated = lines.findIndex((item) => item.lineCode === line.lineCode) < index
    const row = { ...line, submittedAmount: line.amount, reviewAmount: null, reviewerComment: null }
    return [
      ...checkSurplusRows([row]).map(({ field, message }) => ({
        field: `interimLines.${index}.${field.endsWith('description') ? 'description' : 'amount'}`,
        message,
      })),
      ...(isRepeated
        ? [{ field: `interimLines.${index}.amount`, message: `${line.lineCode}: it is here twice.` }]
        : []),
    ]
  })
}
