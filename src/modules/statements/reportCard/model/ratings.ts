import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** The level of a figure: `watch` proposes an observation, `fail` a finding to cure; `none` is not rated. */
export const levels = ['good', 'fair', 'watch', 'fail', 'none'] as const
export type Level = (typeof levels)[number]
/** How a figure is rated, and how the rating is called: 5 to 1, or Green, Amber and Red. */
export type Rating = { label: string; level: Level }

const unrated: Rating = { label: '', level: 'none' }
const byColor = { good: 'Green', watch: 'Amber', fail: 'Red' } as const
const ofScale: readonly Level[] = ['good', 'good', 'fair', 'watch', 'fail']

export type Unit = 'ratio' | 'percent' | 'days' | 'dollars' | 'months' | 'score'

const decimals: Readonly<Record<Unit, number>> = {
  ratio: 2,
  percent: 2,
  days: 0,
  dollars: 2,
  months: 1,
  score: 0,
}

/** A figure as it prints and as it is rated, so that both agree; halves away from zero. */
export function rounded(value: number, unit: Unit): number {
  const scale = 10 ** decimals[unit]
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale
}

/** `1.43`, `7.08%`, `18 days`, `$1,300`, `2.0 months`. */
export function printed(value: number, unit: Unit): string {
  const exact = rounded(value, unit)
  const text = exact.toFixed(decimals[unit]).replace('-', '−')
  if (unit === 'percent') return `${text}%`
  if (unit === 'days' || unit === 'months') return `${text} ${unit}`
  if (unit === 'dollars') return formatMoney(exact, { whole: Number.isInteger(exact) }).replace('-', '−')
  return unit === 'ratio' ? text : formatNumber(exact).replace('-', '−')
}

/** Rates by four bounds, best first; larger is better where they fall, smaller where they rise. */
export function onScale(value: number | null, bounds: readonly [number, number, number, number]): Rating {
  if (value === null) return unrated
  const falling = bounds[0] > bounds[3]
  const index = bounds.findIndex((bound) => (falling ? value >= bound : value <= bound))
  const place = index < 0 ? 4 : index
  return { label: String(5 - place), level: ofScale[place]! }
}

/** Rates by color: red beyond the one bound, amber beyond the other; `above` says on which side. */
export function byBounds(
  value: number | null,
  { amber, red, above }: { amber: number; red?: number; above: boolean },
): Rating {
  if (value === null) return unrated
  const beyond = (bound: number) => (above ? value > bound : value < bound)
  const level = red !== undefined && beyond(red) ? 'fail' : beyond(amber) ? 'watch' : 'good'
  return { label: byColor[level], level }
}

/** Rates by one bound: red beyond it, else green. */
export const byLimit = (value: number | null, limit: number, above: boolean): Rating =>
  byBounds(value, { amber: limit, red: limit, above })

export const notRated = (): Rating => unrated
