import { type Base, dollars, type Statement, computeSum } from './base.ts'
import type { Rows } from './occupancy.ts'

/** Report 6, worked out a second time from domain 35.1: credits and loans of the newest filed statement. */

type Sums = { federal: number | null; state: number | null; loans: number | null }

/** Eligible basis × fraction × percentage of every building, in cents, rounded once; null where no building says any. */
function getFederal({ credits }: Statement): number | null {
  const known = credits.filter((one) => one.basis !== null)
  if (known.length === 0) return null
  const sum = known.reduce((all, one) => all + one.basis! * one.fraction * one.percentage, 0n)
  // Fraction and percentage are ten-thousandths of a percent each.
  const whole = 10_000n * 10_000n * 10_000n
  return Number((2n * sum + whole) / (2n * whole))
}

const computeTotal = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((one) => one !== null)
  return known.length === 0 ? null : computeSum(known, (one) => one)
}

function getSums(of: Statement | undefined): Sums {
  if (!of) return { federal: null, state: null, loans: null }
  return { federal: getFederal(of), state: computeTotal(of.credits.map((one) => one.state)), loans: computeTotal(of.notes) }
}

function getNewest(base: Base): Map<number, Statement> {
  const newest = new Map<number, Statement>()
  for (const one of base.statements.filter(({ filed }) => filed))
    if ((newest.get(one.property)?.year ?? 0) < one.year) newest.set(one.property, one)
  return newest
}

const shown = ({ federal, state, loans }: Sums) => ({
  federalCredit: federal === null ? null : dollars(federal),
  stateCredit: state === null ? null : dollars(state),
  loans: loans === null ? null : dollars(loans),
})

/** By property. */
export function byProperty(base: Base): Rows {
  const newest = getNewest(base)
  return base.properties.map(({ id, district, county, units, lowIncome }) => ({
    ...{ propertyId: id, district: district ?? 'Not specified', county, units, lihUnits: lowIncome },
    ...shown(getSums(newest.get(id))),
  }))
}

/** By district. */
export function byDistrict(base: Base): Rows {
  const newest = getNewest(base)
  return [...Map.groupBy(base.properties, ({ district }) => district ?? 'Not specified')].map(([district, own]) => {
    const sums = own.map(({ id }) => getSums(newest.get(id)))
    const all = (name: keyof Sums) => computeTotal(sums.map((one) => one[name]))
    return {
      ...{ district, properties: own.length },
      counties: new Set(own.flatMap(({ county }) => county ?? [])).size,
      units: computeTotal(own.map((one) => one.units)),
      lihUnits: computeTotal(own.map((one) => one.lowIncome)),
      ...shown({ federal: all('federal'), state: all('state'), loans: all('loans') }),
    }
  })
}
