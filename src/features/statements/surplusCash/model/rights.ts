import type { z } from 'zod'
import type { Row } from '#kernel/model/entity.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import {
  type Basis,
  computeEarned,
  computeSurplusCashRate,
  convertCostsToCents,
  getEquity,
} from './computation.ts'
import type { DistributionPayment, YearlyDistributionsAccrued } from './entities.ts'
import type { equityFigure } from './figure.ts'
import { countEarningMonths, type Period } from './rightMonths.ts'
import type { Right } from './views.ts'

/** A stored basis in dollars, which applies from its year on. */
export type StoredBasis = Basis & { fromYear: number; firstYearMonths: number }
/**
 * A statement's facts about its year, in dollars: the remaining mortgages, and the principal paid if it was
 * entered.
 */
export type YearFacts = Period & {
  /** Null while the balance sheet has no amounts. */
  mortgages: number | null
  principalPaid: number | null
}
/** A stored row of the yearly rights, in dollars. */
export type StoredRight = Omit<
  Row<typeof YearlyDistributionsAccrued>,
  'propertyId' | 'computationOfDistributionsId' | 'writtenById'
>

/** A stored payment in dollars. A reversal is negative. */
export type StoredPayment = Pick<
  Row<typeof DistributionPayment>,
  'distributionRequestId' | 'year' | 'paidOn' | 'paid'
>

/** The agency’s equity figure of a year, in dollars. */
export type StoredFigure = z.infer<typeof equityFigure>

/**
 * The equity figure that was stored when a statement was decided. It counts for the decided statement even
 * if the current figure has changed.
 */
export type DecidedFigure = { year: number; decided: boolean; seen: StoredFigure | null }

/**
 * Returns the figures that count: for a year with a decided statement the stored one, or none; otherwise
 * the current one.
 */
export const selectFigures = (
  present: readonly StoredFigure[],
  statements: readonly DecidedFigure[],
): StoredFigure[] => {
  const decided = new Map(
    statements.filter((statement) => statement.decided).map((statement) => [statement.year, statement.seen]),
  )
  const storedFigures = [...decided.values()].flatMap((figure) =>
    figure ? [{ ...figure, stored: true }] : [],
  )
  return [...present.filter((item) => !decided.has(item.year)), ...storedFigures]
}

/** Returns the basis that applies in a year: the newest one that began by then. */
export const findBasis = <B extends { fromYear: number }>(bases: readonly B[], year: number): B | null =>
  bases.reduce<B | null>(
    (best, item) => (item.fromYear <= year && (!best || item.fromYear > best.fromYear) ? item : best),
    null,
  )

/**
 * Returns the principal paid to the end of a year, in dollars: as entered, or the decrease of the mortgages
 * on the balance sheet. A year without a statement has the amount of the last one before it.
 */
function getPrincipalPaid(
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

/** Computes the equity of a year and the amount that it earns, in dollars. */
function computeYear(
  bases: readonly StoredBasis[],
  facts: readonly YearFacts[],
  figures: readonly StoredFigure[],
  year: number,
  filed: number,
): Pick<Right, 'months' | 'equity' | 'rate' | 'earned' | 'principalPaid'> {
  const basis = findBasis(bases, year)
  const first = Math.min(...bases.map((base) => base.fromYear))
  if (!basis) return { months: filed, equity: null, rate: null, earned: 0, principalPaid: 0 }
  const months = year === first ? Math.min(filed, basis.firstYearMonths) : filed
  const figure = figures.find((figure) => figure.year === year)
  const principalPaid = figure?.principalToDate ?? getPrincipalPaid(facts, basis, year)
  const equity = figure
    ? toCents(figure.equity)
    : getEquity(convertCostsToCents(basis), toCents(principalPaid))
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
 * Returns the right of every year through a given year, in order, with the open balance at its end (domain
 * 6.3). A year set by hand has its entered amount. One with an equity figure of the agency's register earns
 * from that. Every other year from the first basis on is computed, even without a statement. Payments do
 * not change the amount earned (domain 47.3).
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
  const months = countEarningMonths(facts, first, through)
  let open = 0
  return Array.from({ length: through - first + 1 }, (_, index): Right => {
    const year = first + index
    const storedRight = rows.find((row) => row.year === year)
    const computed = computeYear(bases, facts, figures, year, months.get(year) ?? 0)
    const { months: monthCount, equity, rate, earned } = storedRight?.typed ? storedRight : computed
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
      principalPaid: computed.principalPaid,
      paid: fromCents(paid),
      balance: fromCents(open),
      typed: storedRight?.typed ?? false,
      note: storedRight?.note ?? null,
    }
  })
}
