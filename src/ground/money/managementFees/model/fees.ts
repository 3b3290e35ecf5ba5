import { addDays, addMonths, daysBetween, getMonthStart } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { DaySpan } from '#kernel/model/years.ts'

/** Steps an amount is rounded to when it is raised, by their names in the settings. */
export const roundingSteps = { cent: 1, dime: 10, dollar: 100 } as const
export type RoundingStep = keyof typeof roundingSteps

/** Rounds a name of a step as typed; a cent where it is none. */
export const getManagementFeeStep = (name: string): RoundingStep => {
  const plain = name.trim().toLowerCase()
  return Object.hasOwn(roundingSteps, plain) ? (plain as RoundingStep) : 'cent'
}

const POINTS = 10_000

/**
 * An amount in dollars raised by points of percent, to the nearest step, halves up: 45.00 by 5.2 is 47.34.
 * Counted in whole cents and ten-thousandths of a point, so that no half is lost in binary fractions.
 */
export function raised(amount: number, percentPoints: number, step: RoundingStep = 'cent'): number {
  const factor = BigInt(100 * POINTS + Math.round(percentPoints * POINTS))
  const exact = BigInt(toCents(amount)) * factor
  const unit = BigInt(100 * POINTS * roundingSteps[step])
  const steps = (2n * exact + unit) / (2n * unit)
  return fromCents(Number(steps) * roundingSteps[step])
}

/** The quantity that a maximum multiplies. */
export const feeBases = ['Occupied unit month', 'Unit month', 'Percent of collected rent'] as const
export type FeeBasis = (typeof feeBases)[number]

/** A maximum from a day on: dollars a unit and month, or points of percent of the rent collected. */
export type Maximum = {
  managementFeeTypeId: number
  amount: number | null
  percent: number | null
  effectiveDate: string
}
/** A property's fee type from a day on. */
export type Kind = { managementFeeTypeId: number; basis: FeeBasis; effectiveDate: string }

/** The kinds of a property's fee, from the beginning of time: where none is set down, by occupied units. */
export function getManagementFeeKinds({ types, begun }: KindFacts): Kind[] {
  const usual = types.find((type) => type.basis === 'Occupied unit month')
  const all = [...(usual ? [{ ...usual, effectiveDate: '0001-01-01' }] : []), ...begun]
  return all.flatMap(({ managementFeeTypeId, effectiveDate }) => {
    const type = types.find((item) => item.managementFeeTypeId === managementFeeTypeId)
    return type ? [{ managementFeeTypeId, basis: type.basis, effectiveDate }] : []
  })
}
type KindFacts = {
  types: readonly Pick<Kind, 'managementFeeTypeId' | 'basis'>[]
  begun: readonly Pick<Kind, 'managementFeeTypeId' | 'effectiveDate'>[]
}

/** What holds on a day, be it a maximum or a kind; undefined before the first. */
export function inForceOn<M extends { effectiveDate: string }>(
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

/** For each type, the last maximum of those that begin in the year. */
export function lastOfYear<M extends { year: number; managementFeeTypeId: number; effectiveDate: string }>(
  maxima: readonly M[],
  year: number,
): M[] {
  const ofYear = Map.groupBy(
    maxima.filter((item) => item.year === year),
    (item) => item.managementFeeTypeId,
  )
  return [...ofYear.values()].flatMap((ofType) => inForceOn(ofType, `${year}-12-31`) ?? [])
}

/** Occupied units of a month, by its first day. */
export type OccupiedMonth = { month: string; units: number }

const MIDDLE = 14

/**
 * The months of a year of books, by their first days: those whose middle lies in it, the twin of `isMonthOf`
 * in SQL.
 */
export function monthsOfBooks({ first, last }: DaySpan): string[] {
  const months: string[] = []
  for (let month = getMonthStart(first); month <= last; month = addMonths(month, 1)) {
    const middle = addDays(month, MIDDLE)
    if (middle >= first && middle <= last) months.push(month)
  }
  return months
}

/** The figures of a property's fee in a year; null where a figure is missing. */
export type FeeFigures = {
  /** The fiscal year, by the year in which it ends. */
  year: number
  /** Its months, by their first days. */
  period: readonly string[]
  /** All units of the property: a lease-up fee is counted by them. */
  units: number
  /** Occupied units by month, as far as reported. */
  months: readonly OccupiedMonth[] | null
  /** Rent collected in the year, in dollars. */
  collected: number | null
  /** Management fees of the annual financial statement (account 6320), in dollars. */
  charged: number | null
  /** The maxima of every type that have begun by the end of the year. */
  maxima: readonly Maximum[]
  /** The kinds of the property's fee, the earliest from the beginning of time. */
  kinds: readonly Kind[]
}

export type FeeUse = {
  occupiedUnitMonths: number | null
  allowed: number | null
  charged: number | null
  /** Dollars an occupied unit and month. */
  perUnitMonth: number | null
  /**
   * The maximum a unit and month in dollars, the mean of its days; null where rent collected decides, or none
   * is set.
   */
  perUnitMaximum: number | null
  /** The amount to be paid back; 0 when the fee is within the maximum. */
  excess: number | null
  /** The inputs that are missing for figures that are null. */
  missing: string[]
}

/** Days of a month in which one kind and one maximum of it are in force. */
type Span = { month: string; days: number; share: number; basis: FeeBasis; maximum: Maximum | undefined }

/** A month cut wherever a kind or a maximum begins in it. */
function getSpans(first: string, { kinds, maxima }: Pick<FeeFigures, 'kinds' | 'maxima'>): Span[] {
  const after = addMonths(first, 1)
  const cutDays = [...kinds, ...maxima]
    .map((item) => item.effectiveDate)
    .filter((day) => day > first && day < after)
  const cuts = [first, ...new Set(cutDays), after].sort()
  return cuts.slice(0, -1).flatMap((from, index) => {
    const kind = inForceOn(kinds, from)
    if (!kind) return []
    const days = daysBetween(from, cuts[index + 1]!)
    const maximum = inForceOn(
      maxima.filter((maximum) => maximum.managementFeeTypeId === kind.managementFeeTypeId),
      from,
    )
    return [{ month: first, days, share: days / daysBetween(first, after), basis: kind.basis, maximum }]
  })
}

const cents = (dollars: number | null | undefined): number =>
  typeof dollars === 'number' ? toCents(dollars) : Number.NaN

/** The amount that a span allows, in cents with fractions; NaN while a figure it depends on is missing. */
function allowedIn({ month, days, share, basis, maximum }: Span, figures: FeeFigures): number {
  const { period, units, months, collected } = figures
  if (basis === 'Percent of collected rent') {
    const ofYear = days / daysBetween(period[0]!, addMonths(period.at(-1)!, 1))
    return ((maximum?.percent ?? Number.NaN) / 100) * cents(collected) * ofYear
  }
  const unitCount =
    basis === 'Unit month'
      ? units
      : (months?.find((occupiedMonth) => occupiedMonth.month === month)?.units ?? Number.NaN)
  return cents(maximum?.amount) * unitCount * share
}

/**
 * The mean maximum a unit and month over spans, in dollars; null where one is judged by the rent collected,
 * or has none.
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
 * The fee used against the maximum of each day: of occupied units, of all units during lease-up, or of the
 * rent collected. Missing figures stay null, and `missing` lists their inputs.
 */
export function feeUse(figures: FeeFigures): FeeUse {
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
  const maximum = Math.round(spans.reduce((sum, span) => sum + allowedIn(span, figures), 0))
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
