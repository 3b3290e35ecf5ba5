import { type Base, computeSum, type Statement, toDollars } from './base.ts'
import type { Rows } from './occupancy.ts'

/**
 * Report 6, computed independently of the product from domain 35.1: credits and loans of the newest filed
 * statement.
 */

type Sums = { federal: number | null; state: number | null; loans: number | null }

/**
 * Computes eligible basis × fraction × percentage summed over all buildings, in cents, rounded once; null if
 * no building has a basis.
 */
function computeFederalCredit({ credits }: Statement): number | null {
  const matchingCredits = credits.filter((credit) => credit.basis !== null)
  if (matchingCredits.length === 0) return null
  const sum = matchingCredits.reduce(
    (all, credit) => all + credit.basis! * credit.fraction * credit.percentage,
    0n,
  )
  // Fraction and percentage are both in ten-thousandths of a percent.
  const divisor = 10_000n * 10_000n * 10_000n
  return Number((2n * sum + divisor) / (2n * divisor))
}

const computeTotal = (values: readonly (number | null)[]): number | null => {
  const matchingValues = values.filter((number) => number !== null)
  return matchingValues.length === 0 ? null : computeSum(matchingValues, (number) => number)
}

function computeSums(statement: Statement | undefined): Sums {
  if (!statement) return { federal: null, state: null, loans: null }
  return {
    federal: computeFederalCredit(statement),
    state: computeTotal(statement.credits.map((credit) => credit.state)),
    loans: computeTotal(statement.notes),
  }
}

function findNewestStatements(base: Base): Map<number, Statement> {
  const newest = new Map<number, Statement>()
  for (const statement of base.statements.filter(({ filed }) => filed))
    if ((newest.get(statement.property)?.year ?? 0) < statement.year)
      newest.set(statement.property, statement)
  return newest
}

const getFields = ({ federal, state, loans }: Sums) => ({
  federalCredit: federal === null ? null : toDollars(federal),
  stateCredit: state === null ? null : toDollars(state),
  loans: loans === null ? null : toDollars(loans),
})

/** Report 6 with one row for each property. */
export function computeDistrictRowsByProperty(base: Base): Rows {
  const newest = findNewestStatements(base)
  return base.properties.map(({ id, district, county, units, lowIncome }) => ({
    propertyId: id,
    district: district ?? 'Not specified',
    county,
    units,
    lihUnits: lowIncome,
    ...getFields(computeSums(newest.get(id))),
  }))
}

/** Report 6 with one row for each district. */
export function computeDistrictRows(base: Base): Rows {
  const newest = findNewestStatements(base)
  return [...Map.groupBy(base.properties, ({ district }) => district ?? 'Not specified')].map(
    ([district, own]) => {
      const sums = own.map(({ id }) => computeSums(newest.get(id)))
      const computeTotalFor = (name: keyof Sums) => computeTotal(sums.map((sum) => sum[name]))
      return {
        district,
        properties: own.length,
        counties: new Set(own.flatMap(({ county }) => county ?? [])).size,
        units: computeTotal(own.map((property) => property.units)),
        lihUnits: computeTotal(own.map((property) => property.lowIncome)),
        ...getFields({
          federal: computeTotalFor('federal'),
          state: computeTotalFor('state'),
          loans: computeTotalFor('loans'),
        }),
      }
    },
  )
}
