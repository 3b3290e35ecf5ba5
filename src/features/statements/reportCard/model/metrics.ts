import { z } from 'zod'
import { getPrintedTerms, term } from '#engines/worksheet/model/index.ts'
import type { Year } from './figures.ts'
import { type ComputedRatio, getValueInUnit, type Metric, type RatingInputs } from './metric.ts'
import { formatInUnit, levels, roundToUnit } from './ratings.ts'
import { metrics } from './ratios.ts'

/** A ratio of a card as the API sends it: the year's value, those of earlier years, and its thresholds. */
export const ratedRatio = z.object({
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
  /** The values of earlier years, oldest first. */
  prior: z.array(z.object({ year: z.int(), value: z.number().nullable(), text: z.string() })),
})
export type RatedRatio = z.infer<typeof ratedRatio>

function getResult({ unit }: Metric, ratio: ComputedRatio) {
  const value = getValueInUnit(ratio, unit)
  return { value, text: value === null ? (ratio.instead ?? 'n/a') : formatInUnit(value, unit) }
}

/**
 * Computes every ratio of a card, or the selected ones. `years` are newest first and begin with the card's
 * own.
 */
export function computeMetrics(
  years: readonly Year[],
  around: RatingInputs,
  selectedMetrics: readonly Metric[] = metrics,
): RatedRatio[] {
  const [year, ...earlier] = years
  if (!year) return []
  const getBefore = (year: Year) => years.find((other) => other.year === year.year - 1)
  return selectedMetrics.map((metric) => {
    const computeYear = (year: Year) => metric.compute({ year: year, before: getBefore(year), around })
    const ratio = computeYear(year)
    const measured = metric.measured(around, year)
    const current = getResult(metric, ratio)
    return {
      id: metric.id,
      name: metric.name,
      source: metric.source,
      words: metric.words(around),
      ...current,
      ...metric.rate(current.value === null ? null : roundToUnit(current.value, metric.unit), around),
      formula: ratio.formula ? getPrintedTerms(ratio.formula) : [],
      measured: measured.words,
      line: measured.line,
      prior: earlier
        .slice(0, 3)
        .reverse()
        .map((year) => ({ year: year.year, ...getResult(metric, computeYear(year)) })),
    }
  })
}
