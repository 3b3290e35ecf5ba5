import { type RawBuilder, sql } from 'kysely'
import { type Account, chartOf } from '#ground/money/chart/model/index.ts'
import { accountsSql } from '#ground/money/chart/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { ofChart, paidPrincipal, scheduledDeposits } from '#modules/statements/annualStatement/server/index.ts'
import { weightsOf } from '#statement/model/index.ts'
import { reportCardSettings as cardSettings } from '../model/settings.ts'
import { ledgerDeposits, owedIn } from './years.ts'

type Sql = RawBuilder<unknown>
/** What a list of figures is asked with: also by the night, which has no caller. */
export type Asking = Pick<AnyContext, 'db' | 'settings'>

/** The accounts and totals that ratios are made of, by what they are called here (domain 8.3). */
const figures = {
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

/**
 * SQL: how figures of a year are added up, `(code, weight[])` to join by account: the weights of each account in the totals
 * asked for, in their order, made of the chart of that year.
 */
export async function weightsSql({ db }: Pick<AnyContext, 'db'>, year: number, codes: readonly string[]): Promise<Sql> {
  const { rows } = await sql<{ accounts: Account[] }>`select (${accountsSql(year, ofChart)}) as accounts`.execute(db)
  const counted = weightsOf(chartOf(rows[0]!.accounts), codes)
  const given = JSON.stringify([...counted].map(([code, weight]) => ({ code, weight })))
  return sql`(select w.code, w.weight from jsonb_to_recordset(${given}::jsonb) as w(code text, weight integer[]))`
}

const names = Object.keys(figures)
const [firstOwed, lastOwed] = [names.length + 1, names.length + owedIn.length]
const weighted = (place: number) => sql`sum(l.amount * w.weight[${sql.lit(place)}])`
const owed = sql.join(
  Array.from({ length: lastOwed - firstOwed + 1 }, (_, at) => sql`w.weight[${sql.lit(firstOwed + at)}]`),
  sql` + `,
)

/** SQL: the figures of one statement, no row where it has no amounts. Added up by statement, so that nothing has to be sorted. */
const added = (statement: Sql, counted: Sql) => sql`select
    ${sql.join(names.map((name, at) => sql`coalesce(${weighted(at + 1)}, 0) as ${sql.ref(name)}`))},
    coalesce(sum(l.amount * (${owed})), 0) as owed
  from annual_statement_line l join ${counted} w using (code) where l.afs_id = ${statement} having count(*) > 0`

/**
 * SQL: a year of every property `p` that agrees, as report cards know it, one row a filed statement, in dollars: what
 * is in `figures`, operating cost, net operating income, principal (null where unknown), reserve deposits, custom
 * income, debt service, coverage. Custom income counts where the caller may read the card. The twin of `yearsOf` and of
 * the ratios, for lists of any length; `yearly.test` compares the two.
 */
export async function yearlySql(context: Asking, year: number, properties: Sql): Promise<Sql> {
  const afterReserve = await context.settings.get(cardSettings.coverageAfterReserve)
  const codes = [...Object.values(figures), ...owedIn]
  const [own, before] = [await weightsSql(context, year, codes), await weightsSql(context, year - 1, codes)]
  const principal = sql`coalesce(${paidPrincipal}, case when b.owed is not null then greatest(0, b.owed - f.owed) when f.owed = 0 then 0 end)`
  return sql`(select y.*, y.revenue - y.cost as income, y.interest + y.other_interest + y.insurance + coalesce(y.principal, 0) as debt_service,
      case when y.principal is not null and y.interest + y.other_interest + y.insurance + y.principal > 0 then
        round((y.revenue - y.cost + y.custom - ${afterReserve ? sql`y.deposits` : sql`0`})
          / (y.interest + y.other_interest + y.insurance + y.principal), 2) end as coverage
    from (select s.afs_id, s.property_id, s.year, s.months, s.period_start, s.period_end, s.status_id, s.submitted, s.going_concern,
        p.total_units as units, f.*,
        f.administrative + f.utilities + f.maintenance + f.taxes as cost, ${principal} as principal,
        coalesce(${ledgerDeposits()}, ${scheduledDeposits}, 0) as deposits,
        coalesce((select sum(i.amount) from afs_report_card_custom_income i left join afs_report_card k using (afs_report_card_id)
          where i.afs_id = s.afs_id and k.archived_at is null and i.include), 0) as custom
      from annual_statement s join property p using (property_id)
      cross join lateral (${added(sql`s.afs_id`, own)}) f
      left join annual_statement a on a.property_id = s.property_id and a.year = s.year - 1 and a.months > 0
      left join lateral (${added(sql`a.afs_id`, before)}) b on true
      where s.year = ${year} and ${statusIs.filed('s')} and s.months > 0 and ${properties}) y)`
}
