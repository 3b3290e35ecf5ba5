import { z } from 'zod'
import { printedTerms, term } from '#statement/model/index.ts'
import type { Year } from './figures.ts'
import { type Around, type Metric, type Reckoned, reckonedIn } from './metric.ts'
import { levels, printed, rounded } from './ratings.ts'
import { metrics } from './ratios.ts'

/** A ratio of a card as the API sends it: the year's value, those of earlier years, and its thresholds. */
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
  /** The values of earlier years, oldest first. */
  prior: z.array(z.object({ year: z.int(), value: z.number().nullable(), text: z.string() })),
})
export type Rated = z.infer<typeof rated>

function getResult({ unit }: Metric, reckoned: Reckoned) {
  const value = reckonedIn(reckoned, unit)
  return { value, text: value === null ? (reckoned.instead ?? 'n/a') : printed(value, unit) }
}

/**
 * Computes every ratio of a card, or the selected ones. `years` are newest first and begin with the card's
 * own.
 */
export function reckonMetrics(
  years: readonly Year[],
  around: Around,
  selectedMetrics: readonly Metric[] = metrics,
): Rated[] {
  const [year, ...earlier] = years
  if (!year) return []
  const getBefore = (year: Year) => years.find((other) => other.year === year.year - 1)
  return selectedMetrics.map((metric) => {
    const reckon = (year: Year) => metric.reckon({ year: year, before: getBefore(year), around })
    const reckoned = reckon(year)
    const measured = metric.measured(around, year)
    const current = getResult(metric, reckoned)
    return {
      id: metric.id,
      name: metric.name,
      source: metric.source,
      words: metric.words(around),
      ...current,
      ...metric.rate(current.value === null ? null : rounded(current.value, metric.unit), around),
      formula: reckoned.formula ? printedTerms(reckoned.formula) : [],
      measured: measured.words,
      line: measured.line,
      prior: earlier
        .slice(0, 3)
        .reverse()
        .map((year) => ({ year: year.year, ...getResult(metric, reckon(year)) })),
    }
  })
}
