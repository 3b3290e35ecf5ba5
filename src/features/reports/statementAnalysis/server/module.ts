import { sql } from 'kysely'
import type { Account } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { chartStatements } from '#features/statements/annualStatement/server/index.ts'
import { weightsSql } from '#features/statements/reportCard/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import statementAnalysis, { MAX_YEARS } from '../model/report.ts'

const REVENUE = '5000T'
/** The part of the statement whose amounts grow with its months, unlike those of a balance sheet. */
const FLOWS = sql.lit('Income and expense')
/** The change in percent above which a line is an exception (domain 8.7). */
const EXCEPTION_PERCENT = 10

async function loadAccounts({ db }: AnyContext, year: number): Promise<Account[]> {
  const { rows } = await sql<{
    accounts: Account[]
  }>`select (${accountsSql(year, chartStatements)}) as accounts`.execute(db)
  return rows[0]!.accounts
}

/** Serves report 3 (accounts over years): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(statementAnalysis, {
    rows: async ({ year, years = MAX_YEARS, part }, properties, context) => {
      const last = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const accounts = await loadAccounts(context, last)
      const weights = await weightsSql(
        context,
        last,
        accounts.map((account) => account.code),
      )
      const names = JSON.stringify(
        accounts.map(({ code, name, section, statement }, index) => ({
          at: index + 1,
          code,
          name,
          section,
          statement,
        })),
      )
      const sumOfYear = (back: number) => sql`sum(a.amount) filter (where a.year = ${last - back})`
      // The change needs two years. Years are passed as a list because the planner estimates its rows well.
      const queryYears = Array.from({ length: Math.max(2, years) }, (_, back) => last - back)
      return sql`with n as (select * from jsonb_to_recordset(${names}::jsonb) as n(at integer, code text,
        name text, section text, statement text)),
        s as (select s.afs_id, s.property_id, s.year, p.total_units as units, 12.0 / nullif(s.months,
        0) as by_year from annual_statement s join property p using (property_id)
          where s.year = any(${queryYears}::integer[]) and ${statusIs.filed('s')} and ${properties}),
        w as materialized (select w.code, u.at, u.weight from ${weights} w cross
        join lateral unnest(w.weight) with ordinality u (weight, at) where u.weight <> 0),
        typed as (select s.year, l.code, sum(l.amount) as amount, sum(l.amount * s.by_year) as yearly from s
        join annual_statement_line l using (afs_id) group by 1, 2),
        a as (select t.year, w.at, sum(t.amount * w.weight) as amount, sum(t.yearly * w.weight) as yearly
        from typed t join w using (code) group by 1, 2),
        own as (select o.at, case when n.statement = ${FLOWS} then o.amount * s.by_year else o.amount
        end / nullif(s.units, 0) as per_unit from s
          cross join lateral (select w.at, sum(l.amount * w.weight) as amount from annual_statement_line l
          join w using (code)
            where l.afs_id = s.afs_id group by w.at) o join n using (at) where s.year = ${last}),
        peers as (select at, round(percentile_cont(0.5) within group (order by per_unit)::numeric,
        2) as median, count(*)::integer as properties from own group by 1),
        found as (select sum(units) as units from s where year = ${last})
        select n.at as position, n.code, n.name as account, n.section, x.y1,
        ${sql.join([1, 2, 3, 4].map((back) => (back < years ? sql`x.${sql.ref(`y${back + 1}`)}` : sql`null::numeric as ${sql.ref(`y${back + 1}`)}`)))},
          round(100 * (x.y1 - x.y2) / nullif(abs(x.y2), 0), 2) as change, round(case
          when n.statement = ${FLOWS} then x.yearly else x.y1 end / nullif(f.units, 0), 2) as per_unit,
          case when n.statement = ${FLOWS} then round(100 * x.y1 / nullif((select ${sumOfYear(0)} from a
          join n r using (at) where r.code = ${REVENUE}), 0), 2) end as pct_revenue,
          q.median as peer_median, q.properties
        from n join (select a.at, sum(a.yearly) filter (where a.year = ${last}) as yearly,
        ${sql.join([0, 1, 2, 3, 4].map((back) => sql`${sumOfYear(back)} as ${sql.ref(`y${back + 1}`)}`))}
        from a
        group by a.at) x using (at)
        cross join found f left join peers q using (at)
        where ${part ? sql`n.statement = ${part}` : sql`true`}`
    },
    exceptions: () => sql`abs(r.change) > ${sql.lit(EXCEPTION_PERCENT)}`,
  }),
)
