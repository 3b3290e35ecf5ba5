import { z } from 'zod'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { getChange, type Read, reckonCents } from '#statement/model/index.ts'
import { accounts, chart, getCategory, VACANCY } from './categories.ts'
import {
  computeProgram2013Sums,
  type Figures,
  getProgram2013Figures,
  INCOME_AFTER_RESERVE,
  type Sums,
} from './figures.ts'

const dollars = z.number().nullable()

/**
 * A line of the pro-forma with the same line of a budget and of a statement, in dollars; null where there is
 * none of them.
 */
const comparedLine = z.object({
  code: z.string(),
  name: z.string(),
  section: z.string(),
  total: z.boolean(),
  baseline: z.number(),
  budget: dollars,
  statement: dollars,
  /** The newer of both above the pro-forma, and that in percent points of the pro-forma. */
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

/** A record compared with the books of a year. */
export const compared = z.object({
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
export type Compared = z.infer<typeof compared>

/** Amounts by account of the portal's chart, in dollars. */
export type Amounts = Readonly<Record<string, number>>
/** Interest, mortgage insurance, and principal as a budget has it. */
const DEBT = /^(?:68(?:20|25|50)|B1[12]0)$/

/** Amounts of a year added up in the categories, in cents: vacancies among them. */
export function inCategories(amounts: Amounts): Map<string, number> {
  const cents = new Map<string, number>()
  for (const [code, amount] of Object.entries(amounts)) {
    const category = getCategory(code)
    if (category) cents.set(category, (cents.get(category) ?? 0) + toCents(amount))
  }
  return cents
}

/** Debt service in cents, as far as the year's books have it. */
export const debtIn = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((sum, [code, amount]) => (DEBT.test(code) ? sum + toCents(amount) : sum), 0)

type Column = { read: Read; vacancy: number; sums: Sums; figures: Figures }

/** The column of a year's books: vacancy is stated in dollars there. */
function getColumn(amounts: Amounts): Column {
  const cents = inCategories(amounts)
  const read = reckonCents(chart, cents)
  const sums = computeProgram2013Sums(read, [{ annualDebtService: fromCents(debtIn(amounts)) }])
  const vacancy = cents.get(VACANCY) ?? 0
  return { read, vacancy, sums, figures: lessVacancy(sums, vacancy) }
}

/** The figures of a column whose vacancy is known in cents. */
function lessVacancy(sums: Sums, vacancy: number): Figures {
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

type Given = { baseline: { read: Read; sums: Sums; vacancyPercent: number | null } } & {
  budget: Amounts | null
  statement: Amounts | null
}
type Row = { code: string; name: string; section: string; total: boolean; cents: (column: Column) => number }

const ofFigure =
  (getAmount: (column: Column) => number): Row['cents'] =>
  (column) =>
    toCents(getAmount(column))
const result = (code: string, name: string, getAmount: (column: Column) => number): Row => ({
  code,
  name,
  section: 'Result',
  total: true,
  cents: ofFigure(getAmount),
})

/**
 * The lines in the order of the form; vacancy and effective income follow the income, the results come last.
 */
const rows: readonly Row[] = [
  ...accounts.flatMap(({ code, name, section, formula }): Row[] => {
    const row = { code, name, section, total: formula !== null, cents: ({ read }: Column) => read(code) }
    if (code !== 'I09') return [row]
    return [
      row,
      { code: VACANCY, name: 'Vacancy', section, total: false, cents: ({ vacancy }) => vacancy },
      { ...result('I10', 'Effective gross income', ({ figures }) => figures.effectiveIncome), section },
    ]
  }),
  result('R01', INCOME_AFTER_RESERVE, ({ figures }) => figures.netIncome),
  result('R02', 'Debt service', ({ sums }) => sums.debtService),
]

/** The pro-forma compared with a budget and a statement, line by line (domain 30). */
export function compareLines({ baseline, budget, statement }: Given): Pick<Compared, 'lines' | 'ratios'> {
  const figures = getProgram2013Figures(baseline.sums, baseline.vacancyPercent)
  const baselineColumn: Column = { ...baseline, vacancy: toCents(figures.vacancy), figures }
  const [planned, real] = [budget && getColumn(budget), statement && getColumn(statement)]
  const newest = real ?? planned
  const lines = rows.map(({ cents, ...row }): ComparedLine => {
    const change = newest && getChange(cents(baselineColumn), cents(newest))
    return {
      ...row,
      baseline: fromCents(cents(baselineColumn)),
      budget: planned && fromCents(cents(planned)),
      statement: real && fromCents(cents(real)),
      change: change && fromCents(change.cents),
      changePercent: change?.percent ?? null,
    }
  })
  const ratio = (label: string, getRatio: (column: Column) => number | null) => ({
    label,
    baseline: getRatio(baselineColumn),
    budget: planned && getRatio(planned),
    statement: real && getRatio(real),
  })
  return {
    lines: lines.filter((line) => line.total || line.baseline !== 0 || line.budget || line.statement),
    ratios: [
      ratio('Debt coverage', (column) => column.figures.coverage),
      ratio('Expense ratio', (column) => column.figures.expenseRatio),
    ],
  }
}
