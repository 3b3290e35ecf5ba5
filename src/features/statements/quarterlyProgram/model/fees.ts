import { fromCents, toCents } from '#kernel/model/money.ts'

/**
 * The asset-management fee of a property that the agency holds, and the years over which it is released
 * (domain 10.1).
 */
export type FeeTerms = {
  feeTotal: number | null
  feeYears: number
  firstReleaseYear: number
  endsOn: string | null
}
/** A release of the fee, in dollars. */
export type FeeRelease = { tcapFeeReleaseId: number; releaseYear: number; amount: number; releasedOn: string }

/** A year of the schedule: released, to be released now, later, or closed because the program had ended. */
export type FeeYear = {
  releaseYear: number
  /** Dollars: the released amount, or the year's part if nothing is released yet. */
  amount: number
  state: 'Released' | 'Due' | 'Later' | 'Closed'
  releasedOn: string | null
  tcapFeeReleaseId: number | null
}

/**
 * Returns the fee by years: equal parts to the cent, with the remainder in the last year (domain 10.3:
 * 45,000 / 15 = 3,000). If the program has ended, later years that were not released are closed.
 */
export function getFeeSchedule(
  terms: FeeTerms,
  released: readonly FeeRelease[],
  thisYear: number,
): FeeYear[] {
  const { feeYears, firstReleaseYear, endsOn } = terms
  const total = toCents(terms.feeTotal ?? 0)
  const yearPart = Math.floor(total / feeYears)
  const lastOpen = endsOn === null ? Number.POSITIVE_INFINITY : Number(endsOn.slice(0, 4))
  return Array.from({ length: feeYears }, (_, index): FeeYear => {
    const releaseYear = firstReleaseYear + index
    const release = released.find((released) => released.releaseYear === releaseYear)
    const cents = index === feeYears - 1 ? total - yearPart * (feeYears - 1) : yearPart
    const openState = releaseYear > thisYear ? 'Later' : 'Due'
    return {
      releaseYear,
      amount: release?.amount ?? fromCents(cents),
      state: release ? 'Released' : releaseYear > lastOpen ? 'Closed' : openState,
      releasedOn: release?.releasedOn ?? null,
      tcapFeeReleaseId: release?.tcapFeeReleaseId ?? null,
    }
  })
}

/**
 * Computes the part of a year's cash flow that a TCR property must deposit in its reserve, in cents. 0 for
 * a loss (domain 10.1: 25 percent).
 */
export const computeReserveDue = (cashFlow: number, percent: number): number =>
  Math.max(0, Math.round((cashFlow * percent) / 100))
