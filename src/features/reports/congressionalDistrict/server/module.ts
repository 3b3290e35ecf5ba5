import { type RawBuilder, sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { byDistrict, byProperty, NOT_SPECIFIED } from '../model/report.ts'

/** SQL: the credits and loans in the newest filed statement of each property. */
const filedFiguresSql = (properties: RawBuilder<boolean>) => sql`
  select s.property_id, c.federal, c.state, n.loans
  from (select distinct on (s.property_id) s.property_id, s.afs_id from annual_statement s
  join property p using (property_id)
    where ${statusIs.filed('s')} and ${properties} order by s.property_id, s.year desc) s
  left join (select t.afs_id,
  round(sum(t.eligible_basis * t.applicable_fraction * t.applicable_percentage / 10000), 2) as federal,
  sum(t.state_credit) as state
    from afs_tax_credit t group by 1) c using (afs_id)
  left join (select n.afs_id, sum(coalesce(n.beginning, 0) + coalesce(n.additions, 0) - coalesce(n.payments,
  0)) as loans
    from afs_notes_payable n group by 1) n using (afs_id)`

const district = sql`coalesce(p.congressional_district, ${NOT_SPECIFIED})`

/** Serves both parts of report 6 (the portfolio by congressional district): the SQL for their rows. */
export default createReportsModule(
  serveReport(byDistrict, {
    withoutLoops: true,
    rows: (
      _,
      properties,
    ) => sql`select ${district} as district, count(distinct p.county_id)::integer as counties,
      count(*)::integer as properties,
        sum(p.total_units)::integer as units, sum(p.low_income_units)::integer as lih_units,
        sum(f.federal) as federal_credit,
        sum(f.state) as state_credit, sum(f.loans) as loans
      from property p left join (${filedFiguresSql(properties)}) f using (property_id) where ${properties}
      group by 1`,
  }),
  serveReport(byProperty, {
    withoutLoops: true,
    rows: (
      _,
      properties,
    ) => sql`select p.property_id, ${district} as district, c.name as county, p.name as property,
      ${propertyNumberSql()} as property_number,
        p.total_units as units, p.low_income_units as lih_units, f.federal as federal_credit,
        f.state as state_credit, f.loans
      from property p left join county c using (county_id) left
      join (${filedFiguresSql(properties)}) f on f.property_id = p.property_id where ${properties}`,
  }),
)
