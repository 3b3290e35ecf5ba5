import { count, type Expression, over, plain, times, valueIn } from '#statement/model/index.ts'
import type { Year } from './figures.ts'
import { byBounds, notRated, onScale, printed, type Rating, rounded, type Unit } from './ratings.ts'
import type { Thresholds } from './settings.ts'

/** The data other than the statement itself for computing and rating a figure. */
export type Around = {
  thresholds: Thresholds
  coverageAfterReserve: boolean
  /**
   * Median operating cost per unit of the region in the year, in dollars; null where too few statements have
   * one.
   */
  median: number | null
}

/** The computation of a figure: its formula, and the text shown where it has no value. */
export type Reckoned = {
  formula: Expression | null
  instead?: string
  /**
   * The value where the formula does not give it: a typed figure, or null although the formula is printed.
   */
  value?: number | null
}
export type Of = { year: Year; before: Year | undefined; around: Around }

/** How a figure is rated, and its threshold: in words, and as the line in its drawing. */
export type Standard = {
  /** Rates the figure as it prints. */
  rate: (value: number | null, around: Around) => Rating
  measured: (around: Around, year: Year) => { words: string[]; line: number | null }
}

/** A ratio of the report card, declared once (domain 8.3). */
export type Metric = Standard & {
  id: string
  name: string
  source: string
  unit: Unit
  /** Describes the ratio in words. */
  words: (around: Around) => string
  reckon: (inputs: Of) => Reckoned
}

/** Returns the value of a figure in its unit; formulas compute in cents and in fractions of one. */
export function reckonedIn({ formula, value }: Reckoned, unit: Unit): number | null {
  if (value !== undefined || !formula) return value ?? null
  const reckoned = valueIn(formula)
  if (reckoned === null) return null
  return unit === 'percent' ? reckoned * 100 : unit === 'dollars' ? reckoned / 100 : reckoned
}

/** A figure of the year as that of a full one. */
export const ofFullYear = (expression: Expression, { months }: Year): Expression =>
  months === 12 ? expression : over(times(expression, plain(12)), count('months', months))

const bound = (value: number, unit: Unit): string =>
  unit === 'ratio' || unit === 'dollars' ? printed(value, unit) : `${value}${unit === 'percent' ? '%' : ''}`

/** Returns a rating from 5 to 1 by the four bounds of a scale; the best `levels` are each named. */
export function byScale(
  scale: 'coverage' | 'uncollected' | 'inspection',
  unit: Unit,
  levels: 2 | 3,
): Standard {
  const getBounds = ({ thresholds: t }: Around) =>
    [t[`${scale}5`], t[`${scale}4`], t[`${scale}3`], t[`${scale}2`]] as const
  return {
    // Percents are rated whole (domain 8.3).
    rate: (value, around) =>
      onScale(value !== null && unit === 'percent' ? rounded(value, 'score') : value, getBounds(around)),
    measured: (around) => {
      const bounds = getBounds(around)
      const [best, beyond] = bounds[0] > bounds[3] ? ['from', 'below'] : ['up to', 'over']
      const [, , watch, fails] = bounds.map((number) => bound(number, unit))
      const each = bounds.slice(0, levels).map((number, index) => `${bound(number, unit)} is ${5 - index}`)
      return {
        words: [`${best} ${each.join(', ')}`, `${beyond} ${watch} watch, ${beyond} ${fails} fails`],
        line: bounds[2],
      }
    },
  }
}

type Colors = { amber: keyof Thresholds; red?: keyof Thresholds; above: boolean; green?: true }

/**
 * Returns a rating that is amber beyond one bound and red beyond the other; `green` describes the first bound
 * by the side within it.
 */
export const byColors = (unit: Unit, { amber, red, above, green }: Colors): Standard => ({
  rate: (value, { thresholds: t }) =>
    byBounds(value, { amber: t[amber], above, ...(red ? { red: t[red] } : {}) }),
  measured: ({ thresholds: t }) => {
    const beyond = above ? 'over' : 'below'
    return {
      words: [
        `${green ? 'green from' : `amber ${beyond}`} ${bound(t[amber], unit)}`,
        ...(red ? [`red ${beyond} ${bound(t[red], unit)}`] : []),
      ],
      line: t[amber],
    }
  },
})

/** Not rated: only where it goes is looked at. */
export const trend: Standard = { rate: notRated, measured: () => ({ words: ['trend'], line: null }) }
