import { z } from 'zod'
import type { Chart } from '#ground/money/chart/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { bearing, getChange, needsNote, type Read } from '#statement/model/index.ts'

/** An account's budget compared with its audited amount; dollars. */
export const variance = z.object({
  code: z.string(),
  name: z.string(),
  section: z.string(),
  total: z.boolean(),
  budget: z.number(),
  actual: z.number(),
  variance: z.number(),
  /** Percent points of the budget; null where nothing was budgeted. */
  percent: z.number().nullable(),
  /** Whether the difference improves the result; null where it does not affect it. */
  favorable: z.boolean().nullable(),
  /** Above both limits: its explanation is asked for. */
  flagged: z.boolean(),
  explanation: z.string().nullable(),
  budgetPerUnit: z.number().nullable(),
  actualPerUnit: z.number().nullable(),
})
export type Variance = z.infer<typeof variance>

type Compared = {
  chart: Chart
  budget: Read
  actual: Read
  units: number
  limits: Parameters<typeof needsNote>[2]
  explanations: Readonly<Record<string, string>>
}

/**
 * Returns every account of income and expense that has an amount in either, with totals (domain 8.7). More
 * income and lower cost are favorable; the account's effect on the result decides between the two.
 */
export function getVariances({ chart, budget, actual, units, limits, explanations }: Compared): Variance[] {
  const perUnit = (cents: number) => (units > 0 ? Math.round(cents / units) / 100 : null)
  return chart.accounts.flatMap((account): Variance[] => {
    const { code, name, section, statement } = account
    const [planned, real] = [budget(code), actual(code)]
    if (statement !== 'Income and expense' || (planned === 0 && real === 0)) return []
    const { cents, percent } = getChange(planned, real)
    const total = chart.counted.has(code)
    const side = code === '3250' ? 1 : bearing(chart, code, '3250')
    return [
      {
        code,
        name,
        section,
        total,
        budget: fromCents(planned),
        actual: fromCents(real),
        variance: fromCents(cents),
        percent,
        favorable: cents === 0 || side === 0 ? null : cents * side > 0,
        flagged: !total && needsNote(planned, real, limits),
        explanation: explanations[code] ?? null,
        budgetPerUnit: perUnit(planned),
        actualPerUnit: perUnit(real),
      },
    ]
  })
}
