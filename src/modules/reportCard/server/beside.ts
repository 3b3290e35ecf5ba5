import { sql } from 'kysely'
import type { Account } from '#ground/chart/model/index.ts'
import { chartOf } from '#ground/chart/model/index.ts'
import { accountsSql } from '#ground/chart/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statements as declared } from '#modules/annualStatement/model/index.ts'
import { statementFigures } from '#modules/annualStatement/server/index.ts'
import { budgetAmounts } from '#modules/budget/server/index.ts'
import { reckonCents } from '#statement/model/index.ts'
import type { Beside } from '../model/beside.ts'
import { debtService, operatingIncome } from '../model/figures.ts'
import { reckonMetrics } from '../model/metrics.ts'
import { reportCardSettings as settings } from '../model/settings.ts'
import { variancesOf } from '../model/variance.ts'
import { type CardRow, rulesOn } from './cards.ts'
import { type YearRow, yearsOf, yearsSql } from './years.ts'

type Compare = Pick<CardRow, 'afsId' | 'propertyId' | 'year' | 'explanations'>

/** The budget of a statement's year beside the statement as it stands. Four statements beside the settings. */
export async function comparedOf(
  context: AnyContext,
  { afsId, propertyId, year, explanations }: Compare,
): Promise<Beside['compared']> {
  const { chart, read } = await statementFigures(context, afsId)
  const budget = await budgetAmounts(context, propertyId, year)
  const planned = Object.entries(budget?.amounts ?? {}).map(([code, amount]) => [code, toCents(amount)] as const)
  const property = await context.db
    .selectFrom('property')
    .select('totalUnits')
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  const units = property?.totalUnits ?? 0
  const limits = {
    percent: await context.settings.get(settings.variancePercent),
    dollars: await context.settings.get(settings.varianceDollars),
  }
  const reckoned = { chart, budget: reckonCents(chart, new Map(planned)), actual: read }
  return {
    ...{ units, limits, explanations },
    budget: budget && { requestNumber: budget.requestNumber, statusLabel: budget.statusLabel },
    lines: variancesOf({ ...reckoned, units, limits, explanations }),
  }
}

/** Debt coverage of every submitted year of a property; a company reads what is decided. */
export async function coverageOf(context: AnyContext, propertyId: number): Promise<Beside['coverage']> {
  const today = context.settings.today()
  const least = isAgency(context.actor) ? 2 : 5
  const found = await sql<{ years: YearRow[]; accounts: Account[] }>`
    select (${yearsSql(propertyId, null, 30)}) as years, (${accountsSql(Number(today.slice(0, 4)), ['Balance sheet', 'Income and expense'])}) as accounts`.execute(
    context.db,
  )
  const { years: rows, accounts } = found.rows[0]!
  const rules = { ...(await rulesOn(context, today)), median: null }
  const years = yearsOf(chartOf(accounts), rows)
  return years
    .flatMap((year, at) => {
      const { statusId, submitted } = rows[at]!
      if (statusId < least) return []
      const coverage = reckonMetrics(years.slice(at), rules).find((one) => one.id === 'RPC-M1')!
      return {
        ...{ afsId: year.afsId, year: year.year, statusLabel: declared.labelOf(statusId, submitted) },
        operatingIncome: fromCents(operatingIncome(year).cents),
        customIncome: fromCents(year.custom.reduce((sum, one) => sum + (one.include ? one.amount : 0), 0)),
        reserveDeposits: fromCents(year.reserveDeposits),
        debtService: fromCents(debtService(year).cents),
        coverage: coverage.value,
        ...{ text: coverage.text, label: coverage.label, level: coverage.level },
        watch: rules.thresholds.coverage3,
      }
    })
    .reverse()
}

/** What stands beside the figures of a card, to be kept with them. */
export const besideOf = async (context: AnyContext, card: CardRow): Promise<Beside> => ({
  coverage: await coverageOf(context, card.propertyId),
  compared: await comparedOf(context, card),
})
