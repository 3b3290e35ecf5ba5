import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { cardFiguresSql, weightsSql } from '#features/statements/reportCard/server/index.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import noi from '../model/report.ts'

const [REVENUE, ...COSTS] = ['5000T', '6263T', '6400T', '6500T', '6700T']
const MONTHS_A_YEAR = sql.lit(12)

// The net operating income of a budget line is its weight in revenue minus its weights in all costs.
const costWeights = sql.join(
  COSTS.map((_, index) => sql`w.weight[${sql.lit(index + 2)}]`),
  sql` - `,
)

/** Serves report 10 (net operating income): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(noi, {
    rows: async ({ year, compareYear }, properties, context) => {
      const reportYear = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const [years, before] = [
        await cardFiguresSql(context, reportYear, properties),
        await cardFiguresSql(context, compareYear ?? reportYear - 1, properties),
      ]
      const weights = await weightsSql(context, reportYear, [REVENUE!, ...COSTS])
      return sql`select p.property_id, y.year, y.status_id, p.name as property,
        ${propertyNumberSql()} as property_number, y.units, y.months, y.revenue, y.cost as opex,
        y.income as noi,
          round(f.now / nullif(y.units, 0), 2) as noi_per_unit, b.income as prior_noi,
          b.months as prior_months, f.now as year_noi,
          round(100 * (f.now - f.before) / nullif(abs(f.before), 0), 2) as change, g.income as budget_noi,
          y.income - g.income as over_budget,
          case when y.principal is not null then y.debt_service end as debt_service, y.coverage as dcr,
          case when b.income is not null then f.now end as compared_noi, f.before as compared_prior
        from ${years} y join property p on p.property_id = y.property_id
        left join ${before} b on b.property_id = y.property_id
        cross join lateral (select y.income * ${MONTHS_A_YEAR} / y.months as now,
        b.income * ${MONTHS_A_YEAR} / b.months as before) f
        left join lateral (select round(sum(l.approved * (w.weight[1] - ${costWeights})) * y.months /
        max(u.months), 2) as income
          from budget u join budget_line l using (budget_id) join ${weights} w using (code)
          where u.property_id = y.property_id and u.budget_year = ${reportYear}
          and u.status_id = ${sqlStatus.APPROVED}) g on true`
    },
    visibleColumns: { dcr: () => statusIs.decided('r') },
    exceptions: () => sql`(r.noi < 0 or r.noi < r.prior_noi)`,
  }),
)
