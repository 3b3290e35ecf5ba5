import { sumMoney } from '#kernel/model/money.ts'
import {
  type ComputationView,
  delinquentIn,
  getAvailable,
  type InterimLine,
  type InterimPeriod,
  interimFigures,
  interimView,
} from '#modules/statements/surplusCash/model/index.ts'
import type { GuardFacts } from './guards.ts'

/**
 * The basis of a request: its statement's computation, and the interim days after it; null where the caller
 * may not read it.
 */
export type Standing = {
  computation: ComputationView | null
  facts: GuardFacts | null
  interim: readonly InterimPeriod[]
}

/**
 * What remains available after an amount is distributed, other open requests counted; below 0 where it is
 * over.
 */
export const getRemaining = ({ available }: Pick<GuardFacts, 'available'>, amount: number | null): number =>
  sumMoney([available, -(amount ?? 0)])

/** The fields of a request that set its as-of day and figures. */
export type Period = { periodType: string; interimDate: string | null; interimLines: readonly InterimLine[] }

/** Returns the interim day of a request; null for one based on the annual statement. */
export const getInterimDay = ({ periodType, interimDate }: Omit<Period, 'interimLines'>): string | null =>
  periodType === 'Annual' ? null : interimDate

/**
 * Returns the basis of a request as typed: the annual statement, or the typed figures of an interim day
 * (domain 5.2, 7.2). A day that is not one of the statement's interim days proves nothing, and nothing is
 * available on it.
 */
export function asAsked(
  query: Period,
  { computation, facts, interim }: Standing,
): Pick<Standing, 'computation' | 'facts'> {
  const asOf = getInterimDay(query)
  if (asOf === null || !facts || !computation) return { computation, facts }
  const period = interim.find((item) => item.date === asOf)
  if (!period) return { computation, facts: { ...facts, asOf, surplus: 0, b4: 0, available: 0 } }
  const view = interimView(computation, period, query.interimLines)
  const { surplus, b4, approved } = view
  const available = getAvailable(b4, approved, facts.pending)
  const delinquent = delinquentIn(interimFigures(query.interimLines))
  return { computation: view, facts: { ...facts, ...delinquent, asOf, surplus, b4, approved, available } }
}
