import {
  type ComputationView,
  getAvailable,
  getDelinquentAmounts,
  getInterimFigures,
  getInterimView,
  type InterimLine,
  type InterimPeriod,
} from '#features/statements/surplusCash/model/index.ts'
import { sumMoney } from '#kernel/model/money.ts'
import type { GuardFacts } from './guardFacts.ts'

/**
 * The basis of a request: its statement's computation, and the interim days after it. Null if the caller
 * may not read the statement.
 */
export type DistributionBasis = {
  computation: ComputationView | null
  facts: GuardFacts | null
  interim: readonly InterimPeriod[]
}

/**
 * Returns what remains available after an amount is distributed, with other open requests counted. Below 0
 * if the amount is too high.
 */
export const getRemaining = ({ available }: Pick<GuardFacts, 'available'>, amount: number | null): number =>
  sumMoney([available, -(amount ?? 0)])

/** The fields of a request that set its as-of day and figures. */
export type Period = { periodType: string; interimDate: string | null; interimLines: readonly InterimLine[] }

/** Returns the interim day of a request; null for one based on the annual statement. */
export const getInterimDay = ({ periodType, interimDate }: Omit<Period, 'interimLines'>): string | null =>
  periodType === 'Annual' ? null : interimDate

/**
 * Returns the basis of a request as entered: the annual statement, or the entered figures of an interim day
 * (domain 5.2, 7.2). On a day that is not one of the statement's interim days nothing is available.
 */
export function getRequestedBasis(
  query: Period,
  { computation, facts, interim }: DistributionBasis,
): Pick<DistributionBasis, 'computation' | 'facts'> {
  const asOf = getInterimDay(query)
  if (asOf === null || !facts || !computation) return { computation, facts }
  const period = interim.find((item) => item.date === asOf)
  if (!period) return { computation, facts: { ...facts, asOf, surplus: 0, b4: 0, available: 0 } }
  const view = getInterimView(computation, period, query.interimLines)
  const { surplus, b4, approved } = view
  const available = getAvailable(b4, approved, facts.pending)
  const delinquent = getDelinquentAmounts(getInterimFigures(query.interimLines))
  return { computation: view, facts: { ...facts, ...delinquent, asOf, surplus, b4, approved, available } }
}
