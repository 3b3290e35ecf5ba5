import { z } from 'zod'
import { type Term, term, type Year } from './figures.ts'
import type { Around, Metric, Reckoned } from './metric.ts'
import { levels, printed, rounded } from './ratings.ts'
import { ratios } from './ratios.ts'
import { unitFigures } from './unitFigures.ts'

/** The ratios, in the order of the card. */
export const metrics: readonly Metric[] = [...ratios, ...unitFigures]

/** A ratio of a card as it travels: the year’s figure, those before it, and what it is measured by. */
export const rated = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  words: z.string(),
  value: z.number().nullable(),
  text: z.string(),
  formula: z.array(term),
  measured: z.array(z.string()),
  line: z.number().nullable(),
  label: z.string(),
  level: z.enum(levels),
  /** The years before, oldest first. */
  prior: z.array(z.object({ year: z.int(), value: z.number().nullable(), text: z.string() })),
})
export type Rated = z.infer<typeof rated>

const told = (metric: Metric, { value, instead = 'n/a' }: Reckoned) => ({
  value,
  text: value === null ? instead : printed(value, metric.unit),
})

/** Every ratio of a card: `years` newest first, the card’s own leading. */
export function reckonMetrics(years: readonly Year[], around: Around): Rated[] {
  const [year, ...earlier] = years
  if (!year) return []
  const beforeOf = (one: Year) => years.find((other) => other.year === one.year - 1)
  return metrics.map((metric) => {
    const of = (one: Year) => metric.reckon({ year: one, before: beforeOf(one), around })
    const reckoned = of(year)
    const measured = metric.measured(around, year)
    const value = reckoned.value === null ? null : rounded(reckoned.value, metric.unit)
    return {
      ...{ id: metric.id, name: metric.name, source: metric.source, words: metric.words(around) },
      ...told(metric, reckoned),
      ...metric.rate(value, around),
      formula: [...reckoned.formula],
      ...{ measured: measured.words, line: measured.line },
      prior: earlier
        .slice(0, 3)
        .reverse()
        .map((one) => ({ year: one.year, ...told(metric, of(one)) })),
    }
  })
}

/** `(122,474 net operating income − 14,400 reserve deposits) ÷ 75,600 debt service`. */
export const formulaText = (formula: readonly Term[]): string =>
  formula.map((one) => (typeof one === 'string' ? one : `${one.text} ${one.label}`)).join('')
