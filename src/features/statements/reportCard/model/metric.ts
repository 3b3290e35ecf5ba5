import { count, type Expression, getValue, over, plain, times } from '#engines/worksheet/model/index.ts'
import type { Year } from './figures.ts'
import {
  formatInUnit,
  notRated,
  type Rating,
  rateByBounds,
  rateOnScale,
  roundToUnit,
  type Unit,
} from './ratings.ts'
import type { Thresholds } from './settings.ts'

/** The data outside the statement that is needed to compute and rate a ratio. */
export type RatingInputs = {
  thresholds: Thresholds
  coverageAfterReserve: boolean
  /**
   * Median operating cost per unit of the region in the year, in dollars. Null if too few statements have
   * one.
   */
  median: number | null
}

/** The computation of a ratio: its formula, and the text shown if it has no value. */
export type ComputedRatio = {
  formula: Expression | null
  instead?: string
  /**
   * The value, if the formula does not give it: an entered figure, or null although the formula is printed.
   */
  value?: number | null
}
export type MetricInputs = { year: Year; before: Year | undefined; around: RatingInputs }

/** How a ratio is rated, and its thresholds: as words, and as the line in its chart. */
export type Standard = {
  /** Rates the value as it is printed, after rounding. */
  rate: (value: number | null, around: RatingInputs) => Rating
  measured: (around: RatingInputs, year: Year) => { words: string[]; line: number | null }
}

/** A ratio of the report card, declared once (domain 8.3). */
export type Metric = Standard & {
  id: string
  name: string
  source: string
  unit: Unit
  /** Describes the ratio in words. */
  words: (around: RatingInputs) => string
  compute: (inputs: MetricInputs) => ComputedRatio
}

/** Returns the value of a ratio in its unit. Formulas compute in cents and fractions. */
export function getValueInUnit({ formula, value }: ComputedRatio, unit: Unit): number | null {
  if (value !== undefined || !formula) return value ?? null
  const result = getValue(formula)
  if (result === null) return null
  return unit === 'percent' ? result * 100 : unit === 'dollars' ? result / 100 : result
}

/** Converts a figure of a shorter period to twelve months. */
export const annualize = (expression: Expression, { months }: Year): Expression =>
  months === 12 ? expression : over(times(expression, plain(12)), count('months', months))

const formatBound = (value: number, unit: Unit): string =>
  unit === 'ratio' || unit === 'dollars'
    ? formatInUnit(value, unit)
    : `${value}${unit === 'percent' ? '%' : ''}`

/**
 * Returns a standard with ratings 5 to 1 by the four bounds of a scale. The first `levels` bounds are named
 * in the words.
 */
export function rateByScale(
  scale: 'coverage' | 'uncollected' | 'inspection',
  unit: Unit,
  levels: 2 | 3,
): Standard {
  const getBounds = ({ thresholds: t }: RatingInputs) =>
    [t[`${scale}5`], t[`${scale}4`], t[`${scale}3`], t[`${scale}2`]] as const
  return {
    // Percents are rated after rounding to whole percents (domain 8.3).
    rate: (value, around) =>
      rateOnScale(
        value !== null && unit === 'percent' ? roundToUnit(value, 'score') : value,
        getBounds(around),
      ),
    measured: (around) => {
      const bounds = getBounds(around)
      const [best, beyond] = bounds[0] > bounds[3] ? ['from', 'below'] : ['up to', 'over']
      const [, , watch, fails] = bounds.map((number) => formatBound(number, unit))
      const each = bounds
        .slice(0, levels)
        .map((number, index) => `${formatBound(number, unit)} is ${5 - index}`)
      return {
        words: [`${best} ${each.join(', ')}`, `${beyond} ${watch} watch, ${beyond} ${fails} fails`],
        line: bounds[2],
      }
    },
  }
}

type Colors = { amber: keyof Thresholds; red?: keyof Thresholds; above: boolean; green?: true }

/**
 * Returns a standard that is amber beyond one bound and red beyond the other. `green` words the first bound
 * as the start of green.
 */
export const rateByColors = (unit: Unit, { amber, red, above, green }: Colors): Standard => ({
  rate: (value, { thresholds: t }) =>
    rateByBounds(value, { amber: t[amber], above, ...(red ? { red: t[red] } : {}) }),
  measured: ({ thresholds: t }) => {
    const beyond = above ? 'over' : 'below'
    return {
      words: [
        `${green ? 'green from' : `amber ${beyond}`} ${formatBound(t[amber], unit)}`,
        ...(red ? [`red ${beyond} ${formatBound(t[red], unit)}`] : []),
      ],
      line: t[amber],
    }
  },
})

/** The standard of ratios that are not rated; only their trend is shown. */
export const unratedStandard: Standard = {
  rate: notRated,
  measured: () => ({ words: ['trend'], line: null }),
}
