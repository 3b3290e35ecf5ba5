import { type RawBuilder, sql } from 'kysely'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { getWeights } from '#engines/worksheet/model/index.ts'
import {
  chartStatements,
  paidPrincipal,
  scheduledDeposits,
} from '#features/statements/annualStatement/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { reportCardSettings as cardSettings } from '../model/settings.ts'
import { debtAccounts, ledgerDeposits } from './years.ts'

type Sql = RawBuilder<unknown>
/** The context for loading lists of figures. Nightly jobs use it too, and have no caller. */
export type FigureContext = Pick<AnyContext, 'db' | 'settings'>

/** The accounts and totals that ratios use, by their names in this file (domain 8.3). */
const accountsByFigure = {
  revenue: '5000T',
  rent: '5100T',
  vacancies: '5200T',
  vacancy: '5220',
  vacancyCommercial: '5240',
  concessions: '5250',
  badDebt: '6370',
  administrative: '6263T',
  utilities: '6400T',
  maintenance: '6500T',
  taxes: '6700T',
  interest: '6820',
  otherInterest: '6825',
  insurance: '6850',
  payable: '2110',
  reserve: '1320',
} as const

/** The weights of accounts in totals, as SQL by year: a table `(code, weight[])` to join by account. */
export type YearWeights = ReadonlyMap<number, Sql>

/**
 * Loads the weights of each account in the given totals, in their order, from the chart of each year. Runs
 * one SQL statement for any number of years.
 */
async function loadWeights(
  { db }: Pick<AnyContext, 'db'>,
  years: readonly number[],
  codes: readonly string[],
): Promise<YearWeights> {
  const charts = sql.join(years.map((year) => sql`(${accountsSql(year, chartStatements)})`))
  const { rows } = await sql<{ charts: Account[][] }>`select json_build_array(${charts}) as charts`.execute(
    db,
  )
  return new Map(
    years.map((year, place) => {
      const weights = getWeights(buildChart(rows[0]!.charts[place]!), codes)
      const weightsJson = JSON.stringify([...weights].map(([code, weight]) => ({ code, weight })))
      return [
        year,
        sql`(select w.code, w.weight from jsonb_to_recordset(${weightsJson}::jsonb) as w(code text,
          weight integer[]))`,
      ]
    }),
  )
}

/** SQL: the weights of each account in the given totals, for one year. */
export const weightsSql = async (
  context: Pick<AnyContext, 'db'>,
  year: number,
  codes: readonly string[],
): Promise<Sql> => (await loadWeights(context, [year], codes)).get(year)!

/** Loads the weights for report cards of these years and of the year before each. Runs one SQL statement. */
export const loadCardWeights = (
  context: Pick<AnyContext, 'db'>,
  years: readonly number[],
): Promise<YearWeights> =>
  loadWeights(
    context,
    [...new Set(years.flatMap((year) => [year, year - 1]))],
    [...Object.values(accountsByFigure), ...debtAccounts],
  )

const names = Object.keys(accountsByFigure)
const [firstOwed, lastOwed] = [names.length + 1, names.length + debtAccounts.length]
const sumWeightedSql = (place: number) => sql`sum(l.amount * w.weight[${sql.lit(place)}])`
const owedSql = sql.join(
  Array.from(
    { length: lastOwed - firstOwed + 1 },
    (_, index) => sql`w.weight[${sql.lit(firstOwed + index)}]`,
  ),
  sql` + `,
)

/**
 * SQL: the figures of one statement; no row if it has no amounts. Sums by statement, so that nothing needs
 * sorting.
 */
const sumFiguresSql = (statement: Sql, accountWeights: Sql) => sql`select
    ${sql.join(names.map((name, index) => sql`coalesce(${sumWeightedSql(index + 1)}, 0) as ${sql.ref(name)}`))},
    coalesce(sum(l.amount * (${owedSql})), 0) as owed
  from annual_statement_line l join ${accountWeights} w using (code) where l.afs_id = ${statement}
  having count(*) > 0`

/**
 * SQL: a year of every matching property `p` as report cards compute it, one row per filed statement, in
 * dollars: the columns in `figures`, operating cost, net operating income, principal (null if unknown),
 * reserve deposits, custom income, debt service, coverage. Custom income counts if the caller may read the
 * card. The results must equal those of `getReportCardYears` and the ratios, for lists of any length.
 * `weights` comes from `loadCardWeights` if several years are requested at once.
 */
export async function yearlySql(
  context: FigureContext,
  year: number,
  properties: Sql,
  weights?: YearWeights,
): Promise<Sql> {
  const afterReserve = await context.settings.get(cardSettings.coverageAfterReserve)
  const weightsByYear = weights ?? (await loadCardWeights(context, [year]))
  const [yearWeights, before] = [weightsByYear.get(year)!, weightsByYear.get(year - 1)!]
  const principal = sql`coalesce(${paidPrincipal}, case when b.owed is not null then greatest(0,
    b.owed - f.owed) when f.owed = 0 then 0 end)`
  return sql`(select y.*, y.revenue - y.cost as income,
    y.interest + y.other_interest + y.insurance + coalesce(y.principal, 0) as debt_service,
      case when y.principal is not null and y.interest + y.other_interest + y.insurance + y.principal > 0 then
        round((y.revenue - y.cost + y.custom - ${afterReserve ? sql`y.deposits` : sql`0`})
          / (y.interest + y.other_interest + y.insurance + y.principal), 2) end as coverage
    from (select s.afs_id, s.property_id, s.year, s.months, s.period_start, s.period_end, s.status_id,
    s.submitted, s.going_concern,
        p.total_units as units, f.*,
        f.administrative + f.utilities + f.maintenance + f.taxes as cost, ${principal} as principal,
        coalesce(${ledgerDeposits()}, ${scheduledDeposits}, 0) as deposits,
        coalesce((select sum(i.amount) from afs_report_card_custom_income i left
        join afs_report_card k using (afs_report_card_id)
          where i.afs_id = s.afs_id and k.archived_at is null and i.include), 0) as custom
      from annual_statement s join property p using (property_id)
      cross join lateral (${sumFiguresSql(sql`s.afs_id`, yearWeights)}) f
      left join annual_statement a on a.property_id = s.property_id and a.year = s.year - 1 and a.months > 0
      left join lateral (${sumFiguresSql(sql`a.afs_id`, before)}) b on true
      where s.year = ${year} and ${statusIs.filed('s')} and s.months > 0 and ${properties}) y)`
}
