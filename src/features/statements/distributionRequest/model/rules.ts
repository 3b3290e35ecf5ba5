import type { RuleResult } from '#engines/review/model/index.ts'
import { checkInterimFigures, type InterimPeriod } from '#features/statements/surplusCash/model/index.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import { type DistributionBasis, getInterimDay, getRequestedBasis, type Period } from './basis.ts'
import type { GuardedRequest } from './guardFacts.ts'
import { getGuards } from './guards.ts'

/** The rules of a distribution request. Browser and server run the same ones. */

type FactsOnly = Pick<DistributionBasis, 'facts'>
type ReviewedRequest = GuardedRequest & { waiver: string | null }

/** DSR-2: the requested amount must be above zero and no more than is available. */
export function checkAmount(
  request: Period & Pick<GuardedRequest, 'amountRequested'>,
  basis: DistributionBasis,
): RuleResult {
  const { amountRequested } = request
  const { facts } = getRequestedBasis(request, basis)
  if (amountRequested === null || !facts) return false
  if (amountRequested <= 0) return { field: 'amountRequested', message: 'Enter an amount above zero.' }
  return (
    toCents(amountRequested) > toCents(facts.available) && {
      field: 'amountRequested',
      message: `${formatMoney(amountRequested)} is more than the ${formatMoney(facts.available)} that is available.`,
    }
  )
}

/** DSR-3: once the statement of a later year is filed, a distribution must be requested on that one. */
export const checkStatementIsLatest = (_: unknown, { facts }: FactsOnly): RuleResult => {
  if (!facts) return 'Its statement is not open to you.'
  const { laterYear } = facts
  return (
    laterYear !== null &&
    `The statement of ${laterYear} was filed. Ask for a distribution of its surplus cash instead.`
  )
}

/** DSR-4: more than one distribution a year needs the agency's permission. */
export const checkPeriodType = (
  { periodType }: Pick<GuardedRequest, 'periodType'>,
  { facts }: FactsOnly,
): RuleResult =>
  periodType !== 'Annual' &&
  !facts?.interimAllowed && { field: 'periodType', message: 'The agency allows one distribution a year.' }

type Others = {
  others: readonly {
    requestNumber: string
    statusId: number
    periodType: string
    interimDate: string | null
  }[]
}

/** The number of months between the possible as-of days of distribution requests. */
const months: Readonly<Record<string, number>> = { 'Semi-annual': 6, Quarterly: 3 }
const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/** Returns the interim days of a kind of period, in order. */
export const getInterimDays = (periodType: string, interim: readonly InterimPeriod[]): readonly string[] =>
  interim.filter((item) => item.months % (months[periodType] ?? 12) === 0).map((item) => item.date)

/**
 * DSR-7: allows one semi-annual or quarterly distribution as of each day: the end of the statement's year,
 * whose figures are in the statement, and the ends of the halves or quarters after it, whose figures are
 * entered. A yearly distribution may be requested in parts until nothing is left (domain 5.2, 7.2, 7.5).
 */
export function checkFrequency(
  period: Period,
  { facts, interim, others }: DistributionBasis & Others,
): RuleResult {
  if (!months[period.periodType] || !facts) return false
  const day = getInterimDay(period)
  const other = others.find(
    (item) =>
      isFiled(item.statusId) &&
      item.statusId <= RequestStatus.APPROVED &&
      item.periodType !== 'Annual' &&
      (getInterimDay(item) ?? null) === day,
  )
  if (!other) return false
  const next = getInterimDays(period.periodType, interim).find((text) => text > (day ?? facts.periodEnd))
  const advice = next
    ? `The next one may be asked for as of ${formatDay(next)}, from ${formatDay(addDays(next, 1))}.`
    : `Request the next one on the statement of ${facts.year + 1}.`
  return {
    field: 'interimDate',
    message: `${other.requestNumber} is the request as of ${formatDay(day ?? facts.periodEnd)}. ${advice}`,
  }
}

/** DSR-8: interim figures must be as of an interim day that is over, and meet SUR-1 to SUR-3. */
export function checkInterim(period: Period, { facts, interim }: DistributionBasis): RuleResult {
  const day = getInterimDay(period)
  if (day === null || !facts) return false
  const days = getInterimDays(period.periodType, interim)
  if (!days.includes(day))
    return {
      field: 'interimDate',
      message: `Choose one of ${days.map(formatDay).join(', ')}, or none for the annual statement.`,
    }
  if (day >= facts.today)
    return { field: 'interimDate', message: `The books of ${formatDay(day)} are not closed yet.` }
  return checkInterimFigures(period.interimLines, day)
}

/** DSR-5: the approved amount must be above zero, and no more than was requested and is available. */
export function checkApprovedAmount(request: GuardedRequest, basis: DistributionBasis): RuleResult {
  const { approvedAmount, amountRequested } = request
  const { facts } = getRequestedBasis(request, basis)
  const field = 'approvedAmount'
  if (approvedAmount === null || approvedAmount <= 0)
    return { field, message: 'Enter the amount that is approved, or deny.' }
  if (toCents(approvedAmount) > toCents(amountRequested ?? 0))
    return { field, message: `Only ${formatMoney(amountRequested ?? 0)} is requested.` }
  return (
    toCents(approvedAmount) > toCents(facts?.available ?? 0) && {
      field,
      message: `Only ${formatMoney(facts?.available ?? 0)} is available.`,
    }
  )
}

/** DSR-6: every guard must be answered and met, or waived with a reason if that is allowed. */
export function checkGuards(reviewed: ReviewedRequest, basis: DistributionBasis): Fault[] {
  const { facts } = getRequestedBasis(reviewed, basis)
  if (!facts) return []
  return getGuards(reviewed, facts).flatMap(({ id, title, passes, proof, waivable, field }): Fault[] => {
    if (passes === true) return []
    if (passes === null) return [{ field: field ?? '', message: `${title}: answer yes or no.` }]
    // The amount has its own rule.
    if (id === 'DSR-G3') return []
    if (!waivable) return [{ field: '', message: `${title}: ${proof} It cannot be waived.` }]
    return reviewed.waiver?.trim()
      ? []
      : [{ field: 'waiver', message: `${title}: ${proof} Say why it is approved nevertheless.` }]
  })
}
