import { type RawBuilder, sql } from 'kysely'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { type Figure, getFigureCents } from '#engines/worksheet/model/index.ts'
import { statements as declared } from '#features/statements/annualStatement/model/index.ts'
import { amountsSql, chartStatements } from '#features/statements/annualStatement/server/index.ts'
import {
  describeBudget,
  type SubmittedBudget,
  submittedBudgetSql,
} from '#features/statements/budget/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { fromCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Comparison } from '../model/comparison.ts'
import { getCustomIncome, getDebtService, getOperatingIncome } from '../model/figures.ts'
import { computeMetrics } from '../model/metrics.ts'
import { metrics } from '../model/ratios.ts'
import { reportCardSettings as settings } from '../model/settings.ts'
import { getVariances } from '../model/variance.ts'
import { type CardRow, loadRulesOn } from './cards.ts'
import { getReportCardYears, readAmounts, type YearRow, yearsSql } from './years.ts'

type ComparedCard = Pick<CardRow, 'afsId' | 'propertyId' | 'year' | 'explanations'>
type CoverageRows = { years: YearRow[]; accounts: Account[] }
type ComparedRows = {
  accounts: Account[]
  amounts: Readonly<Record<string, number>>
  budget: SubmittedBudget | null
  units: number
}
/**
 * The data for a card's comparisons as the database returns it. `compared` is null if the caller may not
 * see the statement.
 */
export type ComparisonRows = { coverage: CoverageRows; compared: ComparedRows | null }

const coverageSql = ({ settings: values }: AnyContext, propertyId: number) => sql<CoverageRows>`
  jsonb_build_object('years', (${yearsSql(propertyId, null, 30)}),
    'accounts', (${accountsSql(Number(values.today().slice(0, 4)), chartStatements)}))`

const comparedSql = ({
  afsId,
  propertyId,
  year,
}: Omit<ComparedCard, 'explanations'>) => sql<ComparedRows | null>`
  (select jsonb_build_object('accounts', (${accountsSql(year, chartStatements)}), 'amounts',
  ${amountsSql(sql`s.afs_id`)},
      'budget', (${submittedBudgetSql(propertyId, year)}), 'units', coalesce(p.total_units, 0))
    from annual_statement s left join property p using (property_id) where s.afs_id = ${afsId})`

/** SQL: the data for the comparisons of a statement's card, as one value. */
export const comparisonSql = (
  context: AnyContext,
  about: Omit<ComparedCard, 'explanations'>,
) => sql<ComparisonRows>`
  jsonb_build_object('coverage', ${coverageSql(context, about.propertyId)}, 'compared',
  ${comparedSql(about)})`

const loadValue = async <T>({ db }: AnyContext, value: RawBuilder<T>): Promise<T> =>
  (await sql<{ value: T }>`select ${value} as value`.execute(db)).rows[0]!.value

/**
 * Compares the budget of a statement's year with the current statement. Runs one SQL statement, not
 * counting those for the settings.
 */
export const loadComparison = async (
  context: AnyContext,
  about: ComparedCard,
): Promise<Comparison['compared']> =>
  compareBudget(context, about, await loadValue(context, comparedSql(about)))

async function compareBudget(
  { settings: values }: AnyContext,
  { explanations }: ComparedCard,
  rows: ComparedRows | null,
): Promise<Comparison['compared']> {
  const { accounts, amounts, budget, units } = rows ?? refuse.notFound('This statement')
  const chart = buildChart(accounts)
  const limits = {
    percent: await values.get(settings.variancePercent),
    dollars: await values.get(settings.varianceDollars),
  }
  const readers = {
    chart,
    budget: readAmounts(chart, budget?.amounts ?? {}),
    actual: readAmounts(chart, amounts),
  }
  return {
    units,
    limits,
    explanations,
    budget: budget && describeBudget(budget),
    lines: getVariances({ ...readers, units, limits, explanations }),
  }
}

/** Debt coverage, the ratio that is shown through the years. */
const debtCoverage = metrics.filter((metric) => metric.id === 'RPC-M1')
const toDollars = (figure: Figure | null): number => fromCents(figure ? getFigureCents(figure) : 0)

/** Loads the debt coverage of every submitted year of a property. A company sees only decided years. */
export const loadCoverage = async (
  context: AnyContext,
  propertyId: number,
): Promise<Comparison['coverage']> =>
  computeCoverageLines(context, await loadValue(context, coverageSql(context, propertyId)))

async function computeCoverageLines(
  context: AnyContext,
  { years: rows, accounts }: CoverageRows,
): Promise<Comparison['coverage']> {
  const minimumStatus = isAgency(context.actor) ? 2 : 5
  const rules = { ...(await loadRulesOn(context, context.settings.today())), median: null }
  const years = getReportCardYears(buildChart(accounts), rows)
  return years
    .flatMap((year, index) => {
      const { statusId, submitted } = rows[index]!
      if (statusId < minimumStatus) return []
      const { value, text, label, level } = computeMetrics([year], rules, debtCoverage)[0]!
      return {
        afsId: year.afsId,
        year: year.year,
        statusLabel: declared.labelOf(statusId, submitted),
        operatingIncome: toDollars(getOperatingIncome(year)),
        customIncome: toDollars(getCustomIncome(year)),
        reserveDeposits: fromCents(year.reserveDeposits),
        debtService: toDollars(getDebtService(year)),
        coverage: value,
        text,
        label,
        level,
        watch: rules.thresholds.coverage3,
      }
    })
    .reverse()
}

/** Returns the comparisons that are stored with a card's figures. Loads their data if it is not given. */
export async function loadReportCardComparison(
  context: AnyContext,
  card: CardRow,
  comparisonRows?: ComparisonRows | null,
): Promise<Comparison> {
  const { coverage, compared } = comparisonRows ?? (await loadValue(context, comparisonSql(context, card)))
  return {
    coverage: await computeCoverageLines(context, coverage),
    compared: await compareBudget(context, card, compared),
  }
}
