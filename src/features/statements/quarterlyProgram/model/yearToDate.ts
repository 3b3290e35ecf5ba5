import { toCents } from '#kernel/model/money.ts'
import type { Flows } from './totals.ts'

type Months = readonly { units: number; vacantUnits: number | null }[]

/**
 * Returns the occupied part of all unit-months in percent. Null if no month reports vacant units (domain
 * 17.5, 10.2).
 */
export function getOccupancy(months: Months): number | null {
  const matchingMonths = months.filter((month) => month.vacantUnits !== null)
  const units = matchingMonths.reduce((sum, item) => sum + item.units, 0)
  const vacant = matchingMonths.reduce((sum, item) => sum + (item.vacantUnits ?? 0), 0)
  return units === 0 ? null : ((units - vacant) / units) * 100
}

/** Sums the flows of several months, to the cent. */
export function sumFlows(months: readonly (Flows | null)[], names: readonly (keyof Flows)[]): Flows {
  return Object.fromEntries(
    names.map((name) => [name, months.reduce((sum, flows) => sum + toCents(flows?.[name] ?? 0), 0) / 100]),
  ) as Flows
}
