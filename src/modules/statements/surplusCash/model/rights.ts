import type { z } from 'zod'
import type { Row } from '#kernel/model/entity.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { type Basis, computeEarned, computeSurplusCashRate, costsIn, getEquity } from './computation.ts'
import type { DistributionPayment, YearlyDistributionsAccrued } from './entities.ts'
import type { equityFigure } from './figure.ts'
import { type Period, rightMonths } from './rightMonths.ts'
import type { Right } from './views.ts'

/** A basis as it is stored, in dollars, from its year on. */
export type StoredBasis = Basis & { fromYear: number; firstYearMonths: number }
/**
 * A statement's facts of its year, in dollars: the remaining mortgages, and the principal paid where it was
 * typed.
 */
export type YearFacts = Period & {
  /** Null while the balance sheet holds nothing. */
  mortgages: number | null
  principalPaid: number | null
}
/** A stored row of the yearly rights, in dollars. */
export type StoredRight = Omit<
  Row<typeof YearlyDistributionsAccrued>,
  'propertyId' | 'computationOfDistributionsId' | 'writtenById'
>

/** A stored payment, in dollars; one that takes back is negative. */
export type StoredPayment = Pick<
  Row<typeof DistributionPayment>,
  'distributionRequestId' | 'year' | 'paidOn' | 'paid'
>

/** The agency’s equity figure of a year, in dollars; see `figuresThat`. */
export type StoredFigure = z.infer<typeof equityFigure>

/**
 * A figure as it counts for a statement that may be decided on it: a decided statement keeps the figure it
 * was decided on, even if that changed since.
 */
export type Seen = { year: number; decided: boolean; seen: StoredFigure | null }

/**
 * The figures that count: of a year whose statement was accepted the one it saw, or none; of any other the
 * present one.
 */
export const figuresThat = (
  present: readonly StoredFigure[],
  statements: readonly Seen[],
): StoredFigure[] => {
  const decided = new Map(
    statements.filter((statement) => statement.decided).map((statement) => [statement.year, statement.seen]),
  )
  const storedFigures = [...decided.values()].flatMap((figure) =>
    figure ? [{ ...figure, stored: true }] : [],
  )
  return [...present.filter((item) => !decided.has(item.year)), ...storedFigures]
}

/** What holds in a year: the newest basis that began by then. */
export const basisIn = <B extends { fromYear: number }>(bases: readonly B[], year: number): B | null =>
  bases.reduce<B | null>(
    (best, item) => (item.fromYear <= year && (!best || item.fromYear > best.fromYear) ? item : best),
    null,
  )

/**
 * Principal paid to the end of a year, in dollars: as typed, or the decrease of the mortgages on the balance
 * sheet. A year without a statement has the amount of the last one before it.
 */
function principalIn(
  facts: readonly YearFacts[],
  basis: Pick<Basis, 'mortgagePrincipal'>,
  year: number,
): number {
  const fact = facts
    .filter(
      (yearFacts) =>
        yearFacts.year <= year && (yearFacts.principalPaid !== null || yearFacts.mortgages !== null),
    )
    .toSorted((yearFacts, other) => other.year - yearFacts.year)[0]
  if (!fact) return 0
  return (
    fact.principalPaid ??
    Math.max(0, fromCents(toCents(basis.mortgagePrincipal) - toCents(fact.mortgages ?? 0)))
  )
}

/** The equity of a year and the amount that it earns, in dollars. */
function earnedIn(
  bases: readonly StoredBasis[],
  facts: readonly YearFacts[],
  figures: readonly StoredFigure[],
  year: number,
  filed: number,
): Pick<Right, 'months' | 'equity' | 'rate' | 'earned' | 'principalPaid'> {
  const basis = basisIn(bases, year)
  const first = Math.min(...bases.map((base) => base.fromYear))
  if (!basis) return { months: filed, equity: null, rate: null, earned: 0, principalPaid: 0 }
  const months = year === first ? Math.min(filed, basis.firstYearMonths) : filed
  const figure = figures.find((figure) => figure.year === year)
  const principalPaid = figure?.principalToDate ?? principalIn(facts, basis, year)
  const equity = figure ? toCents(figure.equity) : getEquity(costsIn(basis), toCents(principalPaid))
  const rate = computeSurplusCashRate(basis)
  return {
    months,
    equity: fromCents(equity),
    rate,
    earned: fromCents(computeEarned(equity, rate, months)),
    principalPaid,
  }
}

/**
 * The right of every year through a given year, in order, with the open balance at its end (domain 6.3). A
 * year set by hand keeps its amount; one with an equity figure of the agency’s register earns from that;
 * every other year from the first basis on is computed, even without a statement. Payments do not change the
 * amount earned (domain 47.3).
 */
export function getSurplusCashRights(
  bases: readonly StoredBasis[],
  facts: readonly YearFacts[],
  rows: readonly StoredRight[],
  payments: readonly StoredPayment[],
  through: number,
  figures: readonly StoredFigure[] = [],
): Right[] {
  const first = Math.min(
    ...[...rows, ...payments].map((item) => item.year),
    ...bases.map((base) => base.fromYear),
    through + 1,
  )
  const months = rightMonths(facts, first, through)
  let open = 0
  return Array.from({ length: through - first + 1 }, (_, index): Right => {
    const year = first + index
    const storedRight = rows.find((row) => row.year === year)
    const reckoned = earnedIn(bases, facts, figures, year, months.get(year) ?? 0)
    const { months: monthCount, equity, rate, earned } = storedRight?.typed ? storedRight : reckoned
    const paid = payments.reduce(
      (sum, storedPayment) => sum + (storedPayment.year === year ? toCents(storedPayment.paid) : 0),
      0,
    )
    open += toCents(earned) - paid
    return {
      yearlyDistributionsAccruedId: storedRight?.yearlyDistributionsAccruedId ?? null,
      year,
      months: monthCount,
      equity,
      rate,
      earned,
      principalPaid: reckoned.principalPaid,
      paid: fromCents(paid),
      balance: fromCents(open),
      typed: storedRight?.typed ?? false,
      note: storedRight?.note ?? null,
    }
  })
}
