import { z } from 'zod'
import { type Account, buildChart, type Chart, ChartAccount } from '#core/money/chart/model/index.ts'
import { getTypedAccounts } from '#engines/worksheet/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { joinMonthNames, monthName } from './periods.ts'

const amounts = z.record(z.string(), z.number())
/** A month as other records refer to it. */
const monthReference = z.object({
  periodDate: z.string(),
  tcapId: z.int().nullable(),
  statusLabel: z.string(),
})

/**
 * The data outside its own figures that a month is checked against, loaded by the server. Amounts are
 * dollars.
 */
export const inputsShape = {
  /** The chart of the year: balance sheet, income and expense, and the other accounts of a budget. */
  accounts: z.array(ChartAccount.row),
  program: z.string(),
  dueDate: z.string().nullable(),
  /** The quarter of the month, and the months of that quarter. */
  year: z.int(),
  quarter: z.int(),
  quarterStatusId: z.int(),
  quarterLabel: z.string(),
  months: z.array(monthReference),
  /** The first month of the year to date: the first of the fiscal year, or of the program. */
  first: z.string(),
  /** The sums by account of the year's earlier months, the list of those months, and the missing ones. */
  before: z.object({
    amounts,
    months: z.array(z.object({ periodDate: z.string(), tcapId: z.int() })),
    missing: z.array(z.string()),
  }),
  /** The previous month. */
  last: z
    .object({
      tcapId: z.int(),
      periodDate: z.string(),
      vacantUnits: z.int().nullable(),
      amounts,
    })
    .nullable(),
  /** The approved budget of the fiscal year, and how many of its months have passed. */
  budget: z
    .object({ budgetYear: z.int(), requestNumber: z.string(), months: z.int(), elapsed: z.int(), amounts })
    .nullable(),
  /** The balance of the replacement reserve at month end by the ledger. */
  reserveBalance: z.number().nullable(),
  tolerance: z.number(),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

/** The two sheets of a month. */
export type SheetName = 'balance' | 'income'
export const isBalance = ({ statement }: Pick<Account, 'statement'>): boolean => statement === 'Balance sheet'

type Charts = Record<SheetName, Chart>
const charts = new WeakMap<readonly Account[], Charts>()
/** Returns the charts of both sheets. They are built once for each list of accounts. */
export function getSheetCharts({ accounts }: Pick<Inputs, 'accounts'>): Charts {
  const created = charts.get(accounts) ?? {
    balance: buildChart(accounts.filter(isBalance)),
    income: buildChart(accounts.filter((account) => !isBalance(account))),
  }
  charts.set(accounts, created)
  return created
}

/** Returns the part of an approved budget for the months that have passed, in dollars and to the cent. */
export const computeBudgetToDate = (
  dollars: number,
  { elapsed, months }: { elapsed: number; months: number },
): number => fromCents(Math.round((toCents(dollars) * elapsed) / months))

/**
 * Describes the carried months and the missing ones among them: `January 2026 to March 2026, without
 * February 2026`.
 */
export function describeCarriedMonths({ months, missing }: Inputs['before']): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return missing.length > 0 ? `nothing; ${joinMonthNames(missing)} missing` : 'nothing'
  const ends = first === last ? [first] : [first, last]
  const text = ends.map((end) => monthName(end.periodDate)).join(' to ')
  return missing.length > 0 ? `${text}, without ${joinMonthNames(missing)}` : text
}

/** The maximum length of an origin, in characters. */
const MAX_ORIGIN_LENGTH = 110

/**
 * Returns the figures that entered figures are compared with, by account code, and their sources. Amounts
 * are dollars.
 */
export function getQuarterlyProgramComparison(
  detail: Pick<Inputs, 'before' | 'last' | 'budget' | 'accounts'>,
  sheet: SheetName,
) {
  const { before, last, budget } = detail
  const codes = getTypedAccounts(getSheetCharts(detail)[sheet]).map(({ code }) => code)
  const getCodesIn = (values: Readonly<Record<string, number>>) =>
    codes.filter((code) => values[code] !== undefined)
  if (sheet === 'balance')
    return {
      codes: getCodesIn(last?.amounts ?? {}),
      of: (code: string) => ({ lastMonth: last?.amounts[code] ?? null }),
      carried: { lastMonth: last ? `${monthName(last.periodDate)}, TC-${last.tcapId}` : '' },
    }
  return {
    codes: [...new Set([...getCodesIn(before.amounts), ...getCodesIn(budget?.amounts ?? {})])],
    of: (code: string) => ({
      earlier: before.amounts[code] ?? null,
      budget: budget?.amounts[code] === undefined ? null : computeBudgetToDate(budget.amounts[code], budget),
    }),
    carried: {
      earlier: describeCarriedMonths(before).slice(0, MAX_ORIGIN_LENGTH),
      budget: budget
        ? `${budget.elapsed} of ${budget.months} months of the approved ${budget.budgetYear} budget, ${budget.requestNumber}`
        : '',
    },
  }
}
