import { toCents } from '#kernel/model/money.ts'
import type { Flows } from './totals.ts'

type Months = readonly { units: number; vacantUnits: number | null }[]

/** Occupied unit-months of all, in percent points; null where no month tells (domain 17.5, 10.2). */
export function getOccupancy(months: Months): number | null {
  const known = months.filter((one) => one.vacantUnits !== null)
  const units = known.reduce((sum, one) => sum + one.units, 0)
  const vacant = known.reduce((sum, one) => sum + (one.vacantUnits ?? 0), 0)
  return units === 0 ? null : ((units - vacant) / units) * 100
}

/** The flows of several months together, to the cent. */
export function added(months: readonly (Flows | null)[], names: readonly (keyof Flows)[]): Flows {
  return Object.fromEntries(
    names.map((name) => [name, months.reduce((sum, one) => sum + toCents(one?.[name] ?? 0), 0) / 100]),
  ) as Flows
}
