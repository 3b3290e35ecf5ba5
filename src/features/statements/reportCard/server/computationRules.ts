import type { RuleEntry } from '#engines/worksheet/server/index.ts'
import { currentTemplate } from '../model/checklist.ts'
import type { RatingInputs } from '../model/metric.ts'
import { metrics } from '../model/ratios.ts'
import { type Thresholds, thresholds } from '../model/settings.ts'

const defaults = Object.fromEntries(
  Object.entries(thresholds).map(([name, one]) => [name, one.default]),
) as Thresholds
const around: RatingInputs = { thresholds: defaults, coverageAfterReserve: true, median: null }

/** The ratios and questions of report cards, for the list of computation rules. */
export const reportCardRules: readonly RuleEntry[] = [
  ...metrics.map(
    ({ id, name, source, words }): RuleEntry => ({
      id,
      source,
      title: name,
      says: `${words(around)}.`,
      kind: 'formula',
    }),
  ),
  ...currentTemplate.items.map(
    ({ id, question, finding, known }): RuleEntry => ({
      id,
      title: question,
      source: 'domain 8.2',
      says: `No: ${finding}.${known ? ' The portal answers it or shows its fact.' : ''}`,
      kind: 'warns',
    }),
  ),
]
