import type { Row } from '#kernel/model/entity.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { type Basis, costsIn, earnedOf, equityOf, rateOf } from './computation.ts'
import type { YearlyDistributionsAccrued } from './entities.ts'
import type { Right } from './views.ts'

/** A basis as it is stored, in dollars, from its year on. */
export type StoredBasis = Basis & { fromYear: number; firstYearMonths: number }
/** What a statement says of its year, in dollars: what is left of the mortgages, and the principal paid where it was typed. */
export type YearFacts = {
  year: number
  months: number
  /** Null while the balance sheet holds nothing. */
  mortgages: number | null
  principalPaid: number | null
}
/** A stored row of the yearly rights, in dollars. */
export type StoredRight = Omit<
  Row<typeof YearlyDistributionsAccrued>,
  'propertyId' | 'computationOfDistributionsId' | 'writtenById'
>

/** What holds in a year: the newest basis that began by then. */
export const basisIn = <B extends { fromYear: number }>(bases: readonly B[], year: number): B | null =>
  bases.reduce<B | null>(
    (held, one) => (one.fromYear <= year && (!held || one.fromYear > held.fromYear) ? one : held),
    null,
  )

/**
 * Principal paid to the end of a year, in dollars: as typed, else what the mortgages of the balance sheet have come down
 * by. A year without a statement has that of the last one before it.
 */
function principalIn(facts: readonly YearFacts[], basis: Pick<Basis, 'mortgagePrincipal'>, year: number): number {
  const known = facts
    .filter((one) => one.year <= year && (one.principalPaid !== null || one.mortgages !== null))
    .toSorted((one, other) => other.year - one.year)[0]
  if (!known) return 0
  return known.principalPaid ?? Math.max(0, fromCents(toCents(basis.mortgagePrincipal) - toCents(known.mortgages ?? 0)))
}

/** The equity of a year and what it earns, in dollars. */
function earnedIn(
  bases: readonly StoredBasis[],
  facts: readonly YearFacts[],
  year: number,
): Pick<Right, 'months' | 'equity' | 'rate' | 'earned' | 'principalPaid'> {
  const basis = basisIn(bases, year)
  const first = Math.min(...bases.map((one) => one.fromYear))
  const filed = facts.find((one) => one.year === year)?.months ?? 12
  if (!basis) return { months: filed, equity: null, rate: null, earned: 0, principalPaid: 0 }
  const months = year === first ? Math.min(filed, basis.firstYearMonths) : Math.min(filed, 12)
  const principalPaid = principalIn(facts, basis, year)
  const equity = equityOf(costsIn(basis), toCents(principalPaid))
  const rate = rateOf(basis)
  return { months, equity: fromCents(equity), rate, earned: fromCents(earnedOf(equity, rate, months)), principalPaid }
}

/**
 * Every year's right through a year, in order, with the balance that is open at its end (domain 6.3). A year that was set
 * by hand stands as it was set; every other one from the first basis on is reckoned, whether it filed a statement or not.
 */
export function rightsOf(
  bases: readonly StoredBasis[],
  facts: readonly YearFacts[],
  rows: readonly StoredRight[],
  through: number,
): Right[] {
  const first = Math.min(...bases.map((one) => one.fromYear), ...rows.map((one) => one.year), through + 1)
  let open = 0
  return Array.from({ length: through - first + 1 }, (_, at): Right => {
    const year = first + at
    const stored = rows.find((row) => row.year === year && row.distributionRequestId === null)
    const reckoned = earnedIn(bases, facts, year)
    const { months, equity, rate, earned } = stored?.typed ? stored : reckoned
    const paid = rows.reduce((sum, row) => sum + (row.year === year ? toCents(row.paid) : 0), 0)
    open += toCents(earned) - paid
    return {
      yearlyDistributionsAccruedId: stored?.yearlyDistributionsAccruedId ?? null,
      ...{ year, months, equity, rate, earned, principalPaid: reckoned.principalPaid },
      ...{
        paid: fromCents(paid),
        rowPaid: stored?.paid ?? 0,
        paidDate: stored?.paidDate ?? null,
        balance: fromCents(open),
      },
      ...{ typed: stored?.typed ?? false, note: stored?.note ?? null },
    }
  })
}
