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
 * What a request stands on: its statement's computation, and the interim days after it; null where it is not
 * open to the caller.
 */
export type Standing = {
  computation: ComputationView | null
  facts: GuardFacts | null
  interim: readonly InterimPeriod[]
}

/** What of a request says as of which day it stands. */
export type Period = { periodType: string; interimDate: string | null; interimLines: readonly InterimLine[] }

/** The interim day of a request; null for one that stands on the annual statement. */
export const getInterimDay = ({ periodType, interimDate }: Omit<Period, 'interimLines'>): string | null =>
  periodType === 'Annual' ? null : interimDate

/**
 * What a request stands on as it is asked: the annual statement, or the figures that it types of an interim
 * day (domain 5.2,
 * 7.2). A day that is none of the statement's interim days proves nothing, and nothing is available on it.
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
