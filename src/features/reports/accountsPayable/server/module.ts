import { type RawBuilder, sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { yearlySql } from '#features/statements/reportCard/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import accountsPayable from '../model/report.ts'

/** The number of days payable above which the report card is amber (domain 8.3). */
const AMBER_DAYS = 45

const nullAmount = sql`null::numeric`

/** SQL: the payables in the statements of a year, compared with the year before. */
async function buildStatementRows(context: AnyContext, year: number, properties: RawBuilder<boolean>) {
  const [years, before] = [
    await yearlySql(context, year, properties),
    await yearlySql(context, year - 1, properties),
  ]
  return sql`select y.property_id, p.name as property, ${propertyNumberSql()} as property_number,
    y.period_end as as_of, y.units, y.payable as ap,
      round(y.payable / nullif(y.units, 0), 2) as per_unit,
      round(y.payable * 365 / nullif(y.cost * 12 / y.months, 0))::integer as days_payable,
      ${nullAmount} as b30, ${nullAmount} as b60, ${nullAmount} as b90, ${nullAmount} as over90,
      b.payable as prior,
      y.payable - b.payable as change,
      '/afs/view/' || y.year || '/' || y.property_id as path
    from ${years} y join property p on p.property_id = y.property_id left
    join ${before} b on b.property_id = y.property_id`
}

/** SQL: the sum of the payables of all ages in a month. */
const sumAges = (alias: string) =>
  sql.join(
    ['payables30', 'payables60', 'payables90', 'payables_over'].map(
      (name) => sql`coalesce(${sql.ref(`${alias}.${name}`)}, 0)`,
    ),
    sql` + `,
  )

/** SQL: the payables in each property's newest filed month of a year, compared with a year before that. */
const buildMonthRows = (year: number, properties: RawBuilder<boolean>) => sql`
  select p.property_id, p.name as property, ${propertyNumberSql()} as property_number,
  (t.period_date + interval '1 month - 1 day')::date as as_of,
    p.total_units as units, ${sumAges('t')} as ap, round((${sumAges('t')}) / nullif(p.total_units, 0),
    2) as per_unit,
    null::integer as days_payable,
    t.payables30 as b30, t.payables60 as b60, t.payables90 as b90, t.payables_over as over90,
    ${sumAges('b')} as prior, (${sumAges('t')}) - (${sumAges('b')}) as change,
    '/TCAPList/' || p.property_id as path
  from property p join lateral (select t.* from tcap t where t.property_id = p.property_id
  and ${statusIs.filed('t')}
      and t.period_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
      order by t.period_date desc limit 1) t on true
  left join tcap b on b.property_id = t.property_id
  and b.period_date = (t.period_date - interval '1 year')::date and ${statusIs.filed('b')}
  where ${properties}`

/** Serves report 12 (accounts payable): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(accountsPayable, {
    rows: async ({ source, year, overDays }, properties, context) => {
      const reportYear = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const rows =
        source === 'month'
          ? buildMonthRows(reportYear, properties)
          : await buildStatementRows(context, reportYear, properties)
      return overDays === undefined ? rows : sql`select * from (${rows}) a where a.days_payable > ${overDays}`
    },
    exceptions: () => sql`r.days_payable > ${sql.lit(AMBER_DAYS)}`,
  }),
)
