import { z } from 'zod'
import { createCentsReader, getCentsChange, type ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { categoryAccounts, categoryChart, getCategory, VACANCY } from './categories.ts'
import {
  computeProgram2013Sums,
  getProgram2013Figures,
  INCOME_AFTER_RESERVE,
  type RecordFigures,
  type RecordTotals,
} from './figures.ts'

const dollars = z.number().nullable()

/**
 * A line of the pro-forma with the same line of a budget and of a statement, in dollars; null if there is no
 * budget or statement.
 */
const comparedLine = z.object({
  code: z.string(),
  name: z.string(),
  section: z.string(),
  total: z.boolean(),
  baseline: z.number(),
  budget: dollars,
  statement: dollars,
  /** The newer of both less the pro-forma. `changePercent` is that in percent of the pro-forma. */
  change: dollars,
  changePercent: dollars,
})
export type ComparedLine = z.infer<typeof comparedLine>

const source = z.object({
  year: z.int(),
  requestNumber: z.string(),
  statusLabel: z.string(),
  path: z.string(),
})
const ratio = z.object({ label: z.string(), baseline: dollars, budget: dollars, statement: dollars })

/** A record compared with the budget and the statement of a year. */
export const comparison = z.object({
  program2013Id: z.int(),
  requestNumber: z.string(),
  subject: z.string(),
  recordYear: z.int(),
  recordType: z.string(),
  /** Years with a budget or a statement, newest first. */
  years: z.array(z.int()),
  year: z.int().nullable(),
  budget: source.nullable(),
  statement: source.nullable(),
  lines: z.array(comparedLine),
  ratios: z.array(ratio),
})
export type RecordComparison = z.infer<typeof comparison>

/** Amounts by account of the portal's chart, in dollars. */
export type Amounts = Readonly<Record<string, number>>
/** The accounts of debt service: interest and mortgage insurance, and principal in a budget. */
const DEBT_ACCOUNTS = /^(?:68(?:20|25|50)|B1[12]0)$/

/** Sums the amounts of a year by category, vacancies included, in cents. */
export function sumByCategory(amounts: Amounts): Map<string, number> {
  const cents = new Map<string, number>()
  for (const [code, amount] of Object.entries(amounts)) {
    const category = getCategory(code)
    if (category) cents.set(category, (cents.get(category) ?? 0) + toCents(amount))
  }
  return cents
}

/** Sums the debt service in the amounts of a year, in cents. */
export const sumDebtService = (amounts: Amounts): number =>
  Object.entries(amounts).reduce(
    (sum, [code, amount]) => (DEBT_ACCOUNTS.test(code) ? sum + toCents(amount) : sum),
    0,
  )

/** A column of the comparison: a record, a budget or a statement. `vacancy` is in cents. */
type Column = { read: ReadCents; vacancy: number; sums: RecordTotals; figures: RecordFigures }

/** Builds the column of a budget or statement, whose vacancy is an amount and not a percentage. */
function getColumn(amounts: Amounts): Column {
  const cents = sumByCategory(amounts)
  const read = createCentsReader(categoryChart, cents)
  const sums = computeProgram2013Sums(read, [{ annualDebtService: fromCents(sumDebtService(amounts)) }])
  const vacancy = cents.get(VACANCY) ?? 0
  return { read, vacancy, sums, figures: computeFigures(sums, vacancy) }
}

/** Computes the figures of a column from its vacancy in cents. */
function computeFigures(sums: RecordTotals, vacancy: number): RecordFigures {
  const full = getProgram2013Figures(sums, 0)
  const income = toCents(full.effectiveIncome) - vacancy
  const net = income - toCents(full.totalExpenses)
  const debt = toCents(sums.debtService)
  return {
    ...full,
    vacancy: fromCents(vacancy),
    effectiveIncome: fromCents(income),
    netIncome: fromCents(net),
    coverage: debt > 0 ? net / debt : null,
    expenseRatio: income > 0 ? toCents(full.totalExpenses) / income : null,
  }
}

type ComparisonInput = {
  baseline: { read: ReadCents; sums: RecordTotals; vacancyPercent: number | null }
} & {
  budget: Amounts | null
  statement: Amounts | null
}
type Row = { code: string; name: string; section: string; total: boolean; cents: (column: Column) => number }

const centsGetter =
  (getAmount: (column: Column) => number): Row['cents'] =>
  (column) =>
    toCents(getAmount(column))
const buildResultRow = (code: string, name: string, getAmount: (column: Column) => number): Row => ({
  code,
  name,
  section: 'Result',
  total: true,
  cents: centsGetter(getAmount),
})

/**
 * The lines of the comparison in the order of the form. Vacancy and effective income follow the potential
 * income, and the results come last.
 */
const rows: readonly Row[] = [
  ...categoryAccounts.flatMap(({ code, name, section, formula }): Row[] => {
    const row = { code, name, section, total: formula !== null, cents: ({ read }: Column) => read(code) }
    if (code !== 'I09') return [row]
    return [
      row,
      { code: VACANCY, name: 'Vacancy', section, total: false, cents: ({ vacancy }) => vacancy },
      {
        ...buildResultRow('I10', 'Effective gross income', ({ figures }) => figures.effectiveIncome),
        section,
      },
    ]
  }),
  buildResultRow('R01', INCOME_AFTER_RESERVE, ({ figures }) => figures.netIncome),
  buildResultRow('R02', 'Debt service', ({ sums }) => sums.debtService),
]

/** Compares the pro-forma with a budget and a statement, line by line (domain 30). */
export function compareLines({
  baseline,
  budget,
  statement,
}: ComparisonInput): Pick<RecordComparison, 'lines' | 'ratios'> {
  const figures = getProgram2013Figures(baseline.sums, baseline.vacancyPercent)
  const baselineColumn: Column = { ...baseline, vacancy: toCents(figures.vacancy), figures }
  const [budgetColumn, statementColumn] = [budget && getColumn(budget), statement && getColumn(statement)]
  const newestColumn = statementColumn ?? budgetColumn
  const lines = rows.map(({ cents, ...row }): ComparedLine => {
    const change = newestColumn && getCentsChange(cents(baselineColumn), cents(newestColumn))
    return {
      ...row,
      baseline: fromCents(cents(baselineColumn)),
      budget: budgetColumn && fromCents(cents(budgetColumn)),
      statement: statementColumn && fromCents(cents(statementColumn)),
      change: change && fromCents(change.cents),
      changePercent: change?.percent ?? null,
    }
  })
  const ratio = (label: string, getRatio: (column: Column) => number | null) => ({
    label,
    baseline: getRatio(baselineColumn),
    budget: budgetColumn && getRatio(budgetColumn),
    statement: statementColumn && getRatio(statementColumn),
  })
  return {
    lines: lines.filter((line) => line.total || line.baseline !== 0 || line.budget || line.statement),
    ratios: [
      ratio('Debt coverage', (column) => column.figures.coverage),
      ratio('Expense ratio', (column) => column.figures.expenseRatio),
    ],
  }
}
