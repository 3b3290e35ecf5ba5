import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** The level of a figure: `watch` proposes an observation, `fail` a finding to cure; `none` is not rated. */
export const levels = ['good', 'fair', 'watch', 'fail', 'none'] as const
export type Level = (typeof levels)[number]
/** A rating: its level, and its label from 5 to 1, or Green, Amber and Red. */
export type Rating = { label: string; level: Level }

const unrated: Rating = { label: '', level: 'none' }
const colorLabels = { good: 'Green', watch: 'Amber', fail: 'Red' } as const
const scaleLevels: readonly Level[] = ['good', 'good', 'fair', 'watch', 'fail']

export type Unit = 'ratio' | 'percent' | 'days' | 'dollars' | 'months' | 'score'

const decimalsByUnit: Readonly<Record<Unit, number>> = {
  ratio: 2,
  percent: 2,
  days: 0,
  dollars: 2,
  months: 1,
  score: 0,
}

/** Rounds a figure the way it is printed and rated, halves away from zero. */
export function roundToUnit(value: number, unit: Unit): number {
  const scale = 10 ** decimalsByUnit[unit]
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale
}

/** Formats a figure in its unit: `1.43`, `7.08%`, `18 days`, `$1,300`, `2.0 months`. */
export function formatInUnit(value: number, unit: Unit): string {
  const exact = roundToUnit(value, unit)
  const text = exact.toFixed(decimalsByUnit[unit]).replace('-', '−')
  if (unit === 'percent') return `${text}%`
  if (unit === 'days' || unit === 'months') return `${text} ${unit}`
  if (unit === 'dollars') return formatMoney(exact, { whole: Number.isInteger(exact) }).replace('-', '−')
  return unit === 'ratio' ? text : formatNumber(exact).replace('-', '−')
}

/**
 * Rates by four bounds, best first. If the bounds fall, larger values are better; if they rise, smaller
 * ones are.
 */
export function rateOnScale(value: number | null, bounds: readonly [number, number, number, number]): Rating {
  if (value === null) return unrated
  const falling = bounds[0] > bounds[3]
  const index = bounds.findIndex((bound) => (falling ? value >= bound : value <= bound))
  const place = index < 0 ? 4 : index
  return { label: String(5 - place), level: scaleLevels[place]! }
}

/**
 * Rates by color: red beyond one bound, amber beyond the other. `above` says whether beyond means above the
 * bound.
 */
export function rateByBounds(
  value: number | null,
  { amber, red, above }: { amber: number; red?: number; above: boolean },
): Rating {
  if (value === null) return unrated
  const isBeyond = (bound: number) => (above ? value > bound : value < bound)
  const level = red !== undefined && isBeyond(red) ? 'fail' : isBeyond(amber) ? 'watch' : 'good'
  return { label: colorLabels[level], level }
}

/** Rates by one bound: red beyond it, otherwise green. */
export const rateByLimit = (value: number | null, limit: number, above: boolean): Rating =>
  rateByBounds(value, { amber: limit, red: limit, above })

export const notRated = (): Rating => unrated
