import { addDays, addMonths, daysBetween, getMonthStart } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { DaySpan } from '#kernel/model/years.ts'

/** The steps in cents to which a raised amount is rounded, by their names in the settings. */
export const roundingSteps = { cent: 1, dime: 10, dollar: 100 } as const
export type RoundingStep = keyof typeof roundingSteps

/** Returns the rounding step of a setting's text; cent for an unknown text. */
export const parseRoundingStep = (name: string): RoundingStep => {
  const plain = name.trim().toLowerCase()
  return Object.hasOwn(roundingSteps, plain) ? (plain as RoundingStep) : 'cent'
}

const POINT_UNITS = 10_000

/**
 * Raises an amount in dollars by a percentage and rounds it to the nearest step, halves up: 45.00 by 5.2
 * percent is 47.34. Computes in whole cents and ten-thousandths of a percent, so that binary fractions lose
 * no half.
 */
export function raiseAmount(amount: number, percentPoints: number, step: RoundingStep = 'cent'): number {
  const factor = BigInt(100 * POINT_UNITS + Math.round(percentPoints * POINT_UNITS))
  const exact = BigInt(toCents(amount)) * factor
  const unit = BigInt(100 * POINT_UNITS * roundingSteps[step])
  const steps = (2n * exact + unit) / (2n * unit)
  return fromCents(Number(steps) * roundingSteps[step])
}

/** The quantity by which a maximum is multiplied. */
export const feeBases = ['Occupied unit month', 'Unit month', 'Percent of collected rent'] as const
export type FeeBasis = (typeof feeBases)[number]

/** A maximum from a day on: dollars per unit and month, or percent of the rent collected. */
export type FeeMaximum = {
  managementFeeTypeId: number
  amount: number | null
  percent: number | null
  effectiveDate: string
}
/** A property's fee type from a day on. */
export type PropertyFeeType = { managementFeeTypeId: number; basis: FeeBasis; effectiveDate: string }

/**
 * Returns a property's fee types with their first days. Before the first stored one, the type per occupied
 * unit applies.
 */
export function getPropertyFeeTypes({ types, begun }: KindFacts): PropertyFeeType[] {
  const usual = types.find((type) => type.basis === 'Occupied unit month')
  const all = [...(usual ? [{ ...usual, effectiveDate: '0001-01-01' }] : []), ...begun]
  return all.flatMap(({ managementFeeTypeId, effectiveDate }) => {
    const type = types.find((item) => item.managementFeeTypeId === managementFeeTypeId)
    return type ? [{ managementFeeTypeId, basis: type.basis, effectiveDate }] : []
  })
}
type KindFacts = {
  types: readonly Pick<PropertyFeeType, 'managementFeeTypeId' | 'basis'>[]
  begun: readonly Pick<PropertyFeeType, 'managementFeeTypeId' | 'effectiveDate'>[]
}

/** Returns the maximum or fee type in force on a day; undefined before the first. */
export function findInForce<M extends { effectiveDate: string }>(
  all: readonly M[],
  day: string,
): M | undefined {
  return all
    .filter((item) => item.effectiveDate <= day)
    .reduce<M | undefined>(
      (best, item) => (best && best.effectiveDate >= item.effectiveDate ? best : item),
      undefined,
    )
}

/** Returns for each type the last of the maxima that begin in the year. */
export function getLastOfYear<M extends { year: number; managementFeeTypeId: number; effectiveDate: string }>(
  maxima: readonly M[],
  year: number,
): M[] {
  const byType = Map.groupBy(
    maxima.filter((item) => item.year === year),
    (item) => item.managementFeeTypeId,
  )
  return [...byType.values()].flatMap((maximaOfType) => findInForce(maximaOfType, `${year}-12-31`) ?? [])
}

/** The occupied units of a month, which is given by its first day. */
export type OccupiedMonth = { month: string; units: number }

const MIDDLE = 14

/**
 * Returns the months of a fiscal year by their first days: those whose 15th day is within it. `isMonthOf`
 * does the same in SQL.
 */
export function getFiscalMonths({ first, last }: DaySpan): string[] {
  const months: string[] = []
  for (let month = getMonthStart(first); month <= last; month = addMonths(month, 1)) {
    const middle = addDays(month, MIDDLE)
    if (middle >= first && middle <= last) months.push(month)
  }
  return months
}

/** The figures of a property's fee in a year; null if a figure is missing. */
export type FeeFigures = {
  /** The fiscal year, by the calendar year in which it ends. */
  year: number
  /** The first days of its months. */
  period: readonly string[]
  /** All units of the property, which count for a fee during lease-up. */
  units: number
  /** The occupied units by month, as far as reported. */
  months: readonly OccupiedMonth[] | null
  /** Rent collected in the year, in dollars. */
  collected: number | null
  /** The management fees in the annual financial statement (account 6320), in dollars. */
  charged: number | null
  /** The maxima of every type that begin by the end of the year. */
  maxima: readonly FeeMaximum[]
  /** The fee types of the property. The first begins in year 1, so that every day has one. */
  kinds: readonly PropertyFeeType[]
}

/** The fee of a property in a year, compared with its maximum; null if a figure is missing. */
export type FeeUse = {
  occupiedUnitMonths: number | null
  allowed: number | null
  charged: number | null
  /** Dollars per occupied unit and month. */
  perUnitMonth: number | null
  /**
   * The maximum per unit and month in dollars, averaged over the days. Null if the type is percent of rent
   * in part of the year, or if a maximum is missing.
   */
  perUnitMaximum: number | null
  /** The dollars to pay back; 0 if the fee is within the maximum. */
  excess: number | null
  /** The names of the missing inputs. */
  missing: string[]
}

/**
 * The days of a month in which one fee type and one maximum are in force; `share` is their part of the
 * month.
 */
type Span = { month: string; days: number; share: number; basis: FeeBasis; maximum: FeeMaximum | undefined }

/** Splits a month on each day on which a fee type or a maximum begins. */
function getSpans(first: string, { kinds, maxima }: Pick<FeeFigures, 'kinds' | 'maxima'>): Span[] {
  const after = addMonths(first, 1)
  const cutDays = [...kinds, ...maxima]
    .map((item) => item.effectiveDate)
    .filter((day) => day > first && day < after)
  const cuts = [first, ...new Set(cutDays), after].sort()
  return cuts.slice(0, -1).flatMap((from, index) => {
    const kind = findInForce(kinds, from)
    if (!kind) return []
    const days = daysBetween(from, cuts[index + 1]!)
    const maximum = findInForce(
      maxima.filter((maximum) => maximum.managementFeeTypeId === kind.managementFeeTypeId),
      from,
    )
    return [{ month: first, days, share: days / daysBetween(first, after), basis: kind.basis, maximum }]
  })
}

const cents = (dollars: number | null | undefined): number =>
  typeof dollars === 'number' ? toCents(dollars) : Number.NaN

/** The amount in cents that a span allows, not rounded; NaN if a figure it depends on is missing. */
function getAllowedCents({ month, days, share, basis, maximum }: Span, figures: FeeFigures): number {
  const { period, units, months, collected } = figures
  if (basis === 'Percent of collected rent') {
    const yearShare = days / daysBetween(period[0]!, addMonths(period.at(-1)!, 1))
    return ((maximum?.percent ?? Number.NaN) / 100) * cents(collected) * yearShare
  }
  const unitCount =
    basis === 'Unit month'
      ? units
      : (months?.find((occupiedMonth) => occupiedMonth.month === month)?.units ?? Number.NaN)
  return cents(maximum?.amount) * unitCount * share
}

/**
 * The average maximum per unit and month over spans, in dollars; null if one of them depends on the rent
 * collected or has no maximum.
 */
function getMean(spans: readonly Span[]): number | null {
  const sum = spans.reduce((total, { basis, maximum, share }) => {
    const amount = basis === 'Percent of collected rent' ? Number.NaN : cents(maximum?.amount)
    return total + amount * share
  }, 0)
  const months = spans.reduce((total, { share }) => total + share, 0)
  return months === 0 || Number.isNaN(sum) ? null : fromCents(Math.round(sum / months))
}

/**
 * Computes the fee of a property in a year compared with the maximum of each day: per occupied unit, per
 * unit during lease-up, or percent of the rent collected. Missing figures give null and are listed in
 * `missing`.
 */
export function computeFeeUse(figures: FeeFigures): FeeUse {
  const { year, period, months, collected, charged } = figures
  const spans = period.flatMap((month) => getSpans(month, figures))
  const reported = new Set(months?.map((month) => month.month)).size
  const missing = [
    ...(reported === 0 ? [`occupancy of ${year}`] : []),
    ...(reported > 0 && reported < period.length
      ? [`occupancy of ${period.length - reported} months of ${year}`]
      : []),
    ...(collected === null && spans.some((span) => span.basis === 'Percent of collected rent')
      ? [`rent collected in ${year}`]
      : []),
    ...(reported === period.length && months?.every((month) => month.units === 0)
      ? [`occupied units in ${year}`]
      : []),
    ...(charged === null ? [`annual financial statement of ${year}`] : []),
    ...(spans.some((span) => span.maximum === undefined) ? [`maximum of ${year}`] : []),
  ]
  const occupied =
    months && reported === period.length
      ? months.reduce((sum, occupiedMonth) => sum + occupiedMonth.units, 0)
      : null
  const maximum = Math.round(spans.reduce((sum, span) => sum + getAllowedCents(span, figures), 0))
  const allowed = Number.isNaN(maximum) ? null : fromCents(maximum)
  return {
    occupiedUnitMonths: occupied,
    allowed,
    charged,
    perUnitMaximum: getMean(spans),
    perUnitMonth: occupied && charged !== null ? fromCents(Math.round(toCents(charged) / occupied)) : null,
    excess: allowed === null || charged === null ? null : fromCents(Math.max(0, toCents(charged) - maximum)),
    missing,
  }
}
