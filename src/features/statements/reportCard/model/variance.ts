import { z } from 'zod'
import type { Chart } from '#core/money/chart/model/index.ts'
import {
  getCentsChange,
  getEffectOnTotal,
  needsNote,
  type ReadCents,
} from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'

/** The comparison of an account's budget with its audited amount, in dollars. */
export const variance = z.object({
  code: z.string(),
  name: z.string(),
  section: z.string(),
  total: z.boolean(),
  budget: z.number(),
  actual: z.number(),
  variance: z.number(),
  /** The difference in percent of the budget. Null if nothing was budgeted. */
  percent: z.number().nullable(),
  /** Whether the difference improves the result. Null if it does not affect it. */
  favorable: z.boolean().nullable(),
  /** Whether the difference is above both limits, so that it should be explained. */
  flagged: z.boolean(),
  explanation: z.string().nullable(),
  budgetPerUnit: z.number().nullable(),
  actualPerUnit: z.number().nullable(),
})
export type Variance = z.infer<typeof variance>

type VarianceInputs = {
  chart: Chart
  budget: ReadCents
  actual: ReadCents
  units: number
  limits: Parameters<typeof needsNote>[2]
  explanations: Readonly<Record<string, string>>
}

/**
 * Returns every account of income and expense that has a budget or an audited amount, with totals (domain
 * 8.7). More income and lower cost are favorable; the account's effect on the result determines which.
 */
export function getVariances({
  chart,
  budget,
  actual,
  units,
  limits,
  explanations,
}: VarianceInputs): Variance[] {
  const perUnit = (cents: number) => (units > 0 ? Math.round(cents / units) / 100 : null)
  return chart.accounts.flatMap((account): Variance[] => {
    const { code, name, section, statement } = account
    const [planned, audited] = [budget(code), actual(code)]
    if (statement !== 'Income and expense' || (planned === 0 && audited === 0)) return []
    const { cents, percent } = getCentsChange(planned, audited)
    const total = chart.countedByTotal.has(code)
    const side = code === '3250' ? 1 : getEffectOnTotal(chart, code, '3250')
    return [
      {
        code,
        name,
        section,
        total,
        budget: fromCents(planned),
        actual: fromCents(audited),
        variance: fromCents(cents),
        percent,
        favorable: cents === 0 || side === 0 ? null : cents * side > 0,
        flagged: !total && needsNote(planned, audited, limits),
        explanation: explanations[code] ?? null,
        budgetPerUnit: perUnit(planned),
        actualPerUnit: perUnit(audited),
      },
    ]
  })
}
