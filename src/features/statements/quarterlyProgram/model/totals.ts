import { z } from 'zod'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'

/**
 * Totals of a month that lists and quarters read, in dollars; computed from its lines when they are saved.
 */
export const totals = z.object({
  grossPotentialRent: z.number(),
  revenue: z.number(),
  expenses: z.number(),
  operatingIncome: z.number(),
  reserveDeposits: z.number(),
  debtService: z.number(),
  cashLeft: z.number(),
  totalAssets: z.number(),
})
export type Totals = z.infer<typeof totals>
/** The totals that can be added over months. */
export type Flows = Omit<Totals, 'totalAssets'>

const codes = {
  grossPotentialRent: '5120',
  revenue: '5000T',
  expenses: '6000T',
  operatingIncome: 'B310N',
  reserveDeposits: 'B210',
  debtService: 'B190T',
  cashLeft: 'B390N',
} as const satisfies Record<keyof Flows, string>
export const flowNames = Object.keys(codes) as (keyof Flows)[]

/** Returns the totals of a column of income and expense. */
const getFlows = (income: ReadCents): Flows =>
  Object.fromEntries(flowNames.map((name) => [name, fromCents(income(codes[name]))])) as Flows

export const computeQuarterlyProgramTotals = (income: ReadCents, balance: ReadCents): Totals => ({
  ...getFlows(income),
  totalAssets: fromCents(balance('1000T')),
})
