import { z } from 'zod'
import { levels } from './ratings.ts'
import { variance } from './variance.ts'

/** Debt coverage of a year's statement, in dollars. */
export const coverageLine = z.object({
  afsId: z.int(),
  year: z.int(),
  statusLabel: z.string(),
  operatingIncome: z.number(),
  customIncome: z.number(),
  reserveDeposits: z.number(),
  debtService: z.number(),
  coverage: z.number().nullable(),
  text: z.string(),
  label: z.string(),
  level: z.enum(levels),
  /** The coverage below which it is rated as watch. */
  watch: z.number(),
})

/** The budget of a statement's year compared with the audited amounts. */
export const budgetComparison = z.object({
  units: z.int(),
  /** The budget to compare with. Null if there is none. */
  budget: z.object({ requestNumber: z.string(), statusLabel: z.string() }).nullable(),
  limits: z.object({ percent: z.number(), dollars: z.number() }),
  lines: z.array(variance),
  explanations: z.record(z.string(), z.string()),
})

/** The comparisons that are stored with a card's figures. */
export type Comparison = {
  coverage: z.infer<typeof coverageLine>[]
  compared: z.infer<typeof budgetComparison>
}
