import { fromCents, sumMoney, toCents } from '#kernel/model/money.ts'

/** Steps an amount is rounded to when it is raised, by their names in the settings. */
export const roundingSteps = { cent: 1, dime: 10, dollar: 100 } as const
export type RoundingStep = keyof typeof roundingSteps

/** Rounds a name of a step as typed; a cent where it is none. */
export const stepOf = (name: string): RoundingStep => {
  const plain = name.trim().toLowerCase()
  return Object.hasOwn(roundingSteps, plain) ? (plain as RoundingStep) : 'cent'
}

const POINTS = 10_000

/**
 * An amount in dollars raised by points of percent, to the nearest step, halves up: 45.00 by 5.2 is 47.34. Counted in
 * whole cents and ten-thousandths of a point, so that no half is lost in binary fractions.
 */
export function raised(amount: number, percentPoints: number, step: RoundingStep = 'cent'): number {
  const factor = BigInt(100 * POINTS + Math.round(percentPoints * POINTS))
  const exact = BigInt(toCents(amount)) * factor
  const unit = BigInt(100 * POINTS * roundingSteps[step])
  const steps = (2n * exact + unit) / (2n * unit)
  return fromCents(Number(steps) * roundingSteps[step])
}

/** A maximum of dollars a unit and month from a day on. */
export type Maximum = { amount: number; effectiveDate: string }

/** The maximum in force on a day; undefined before the first. */
export function maximumOn<M extends { effectiveDate: string }>(maxima: readonly M[], day: string): M | undefined {
  return maxima
    .filter((one) => one.effectiveDate <= day)
    .reduce<M | undefined>((best, one) => (best && best.effectiveDate >= one.effectiveDate ? best : one), undefined)
}

/** Occupied units of a month (1 to 12). */
export type OccupiedMonth = { month: number; units: number }

const MONTHS = 12

/** The first day of a month as YYYY-MM-DD. */
const firstOf = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`

/** The maximum fee of a year: occupied units of each month × the maximum in force on its first day, in dollars. */
export function allowedFee(year: number, months: readonly OccupiedMonth[], maxima: readonly Maximum[]): number {
  return sumMoney(
    months.map(({ month, units }) => {
      const amount = maximumOn(maxima, firstOf(year, month))?.amount ?? 0
      return fromCents(toCents(amount) * units)
    }),
  )
}

/** What is known of a property's fee in a year; null where it is not known. */
export type FeeFigures = {
  year: number
  /** Occupied units by month, as far as reported. */
  months: readonly OccupiedMonth[] | null
  /** Management fees of the annual financial statement (account 6320), in dollars. */
  charged: number | null
  /** Maxima of dollars an occupied unit and month, of this year and the one before. */
  maxima: readonly Maximum[]
}

export type FeeUse = {
  occupiedUnitMonths: number | null
  allowed: number | null
  charged: number | null
  /** Dollars an occupied unit and month. */
  perUnitMonth: number | null
  /** What is to be paid back; 0 when the fee keeps to the maximum. */
  excess: number | null
  /** What has to be there before the figures that are null can be told. */
  missing: string[]
}

/** The fee used against the maximum. What is not known stays null, and `missing` says what it waits for. */
export function feeUse({ year, months, charged, maxima }: FeeFigures): FeeUse {
  const missing: string[] = []
  const reported = new Set(months?.map((one) => one.month)).size
  if (reported < MONTHS)
    missing.push(reported === 0 ? `occupancy of ${year}` : `occupancy of ${MONTHS - reported} months of ${year}`)
  if (charged === null) missing.push(`annual financial statement of ${year}`)
  if (!maximumOn(maxima, firstOf(year, 1))) missing.push(`maximum of ${year}`)
  const occupied = months && reported === MONTHS ? months.reduce((sum, one) => sum + one.units, 0) : null
  const allowed =
    months && occupied !== null && maximumOn(maxima, firstOf(year, 1)) ? allowedFee(year, months, maxima) : null
  const excess =
    allowed === null || charged === null ? null : fromCents(Math.max(0, toCents(charged) - toCents(allowed)))
  const perUnitMonth = occupied && charged !== null ? fromCents(Math.round(toCents(charged) / occupied)) : null
  return { occupiedUnitMonths: occupied, allowed, charged, perUnitMonth, excess, missing }
}
