import { type RawBuilder, sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, mayReadAtSql, serveReport, shareSql } from '#engines/report/server/index.ts'
import {
  latestFiledSql,
  lraContactsSql,
  lraOptionsSql,
} from '#features/compliance/housingPriority/server/index.ts'
import {
  occupantsSql,
  openHoldsSql,
  specialNeedsUnitsSql,
} from '#features/compliance/specialNeeds/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { occupancy, vacancies } from '../model/report.ts'

type Sql = RawBuilder<unknown>
type SpecialNeedsQuery = { population?: string | undefined; lra?: string | null | undefined }

const ENDED = 'Hold has ended'
const NOT_NAMED = 'Vacant, no hold'
const count = (condition: Sql) => sql`(sum(v.units) filter (where ${condition}))::integer`

/**
 * SQL: the CTEs `needs`, by property and population, and `vacant`, with a row for each unit on hold and one
 * for all vacant units without a hold. `named` counts the holds of units vacated by the end of the month,
 * because they are among the vacant units of the month.
 */
function buildParts(properties: Sql, { population }: SpecialNeedsQuery, today: string): Sql {
  const propertyIds = sql`select p.property_id from property p where ${properties}`
  const populationFilter = population ? sql`where n.population = ${population}` : sql``
  return sql`with lived as materialized (${occupantsSql(sql`l.property_id in (${propertyIds})`)}),
    needs as materialized (select * from (${specialNeedsUnitsSql(propertyIds)}) n ${populationFilter}),
    holds as materialized (select * from (${openHoldsSql(propertyIds, today)}) n ${populationFilter}),
    named as (select h.property_id, h.population, count(*) as units from holds h
    join needs n using (property_id, population)
      where h.vacated_on < n.month + interval '1 month' group by 1, 2),
    vacant as (select h.property_id, h.population, h.unit, 1 as units, h.state, h.vacated_on,
    ${today}::date - h.vacated_on as days_vacant, h.notified_on,
        h.hold_until, h.referred_on from holds h
      union all select n.property_id, n.population, null, (n.open - coalesce(a.units, 0))::integer,
      ${NOT_NAMED}, null, null, null, null, null
      from needs n left join named a using (property_id, population) where n.open > coalesce(a.units, 0))`
}

/**
 * SQL: the name of the lead referral agency of property `p`, null for people who may not read the property's
 * certifications, and the joins that it needs.
 */
const buildAgencyColumn = (context: AnyContext): { name: Sql; joins: Sql } => ({
  name: sql`case when ${mayReadAtSql(context, 'Compliance_Forms')} then coalesce(z.lra_name, k.company) end`,
  joins: sql`left join ${latestFiledSql} z on z.property_id = p.property_id left
    join ${lraContactsSql} k on k.property_id = p.property_id`,
})

const mayReadAgency = (context: AnyContext) =>
  mayReadAtSql(context, 'Compliance_Forms', sql.ref('r.property_id'))

const byProperty = sql`select n.property_id, sum(n.committed)::integer as committed, max(n.month) as month,
  sum(n.referred)::integer as filled,
  (sum(n.committed) filter (where n.month is not null))::integer as counted,
    sum(n.others)::integer as filled_other from needs n group by n.property_id`
const vacantByProperty = sql`select v.property_id, sum(v.units)::integer as vacant,
  ${count(sql`v.state not in (${NOT_NAMED}, ${ENDED})`)} as on_hold,
    ${count(sql`v.state = ${ENDED}`)} as hold_ended, max(v.days_vacant) as oldest from vacant v
    group by v.property_id`

const buildOccupancyRows = (properties: Sql, query: SpecialNeedsQuery, context: AnyContext): Sql => {
  const { name, joins } = buildAgencyColumn(context)
  return sql`${buildParts(properties, query, context.settings.today())}
    select p.property_id, p.name as property, ${propertyNumberSql()} as property_number, c.name as company,
    s.committed, s.month, s.filled, s.filled_other,
      s.counted, ${shareSql(sql`s.filled`, sql`s.counted`)} as filled_pct, coalesce(v.vacant, case
      when s.month is not null then 0 end) as vacant,
      coalesce(v.on_hold, 0) as on_hold, coalesce(v.hold_ended, 0) as hold_ended,
      v.oldest as oldest_vacant_days, ${name} as lra
    from (${byProperty}) s full join (${vacantByProperty}) v using (property_id)
    join property p using (property_id)
    left join management_company c on c.management_company_id = p.management_company_id ${joins}
    where ${query.lra ? sql`${name} = ${query.lra}` : sql`true`}`
}

const buildVacancyRows = (properties: Sql, query: SpecialNeedsQuery, context: AnyContext): Sql => {
  const { name, joins } = buildAgencyColumn(context)
  return sql`${buildParts(properties, query, context.settings.today())}
    select v.*, p.name as property, ${propertyNumberSql()} as property_number, ${name} as lra
    from vacant v join property p using (property_id) ${joins}
    where ${query.lra ? sql`${name} = ${query.lra}` : sql`true`}`
}

/** Serves report 8 (special-needs units): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(occupancy, {
    rows: (query, properties, context) => buildOccupancyRows(properties, query, context),
    visibleColumns: { lra: mayReadAgency },
    exceptions: () => sql`r.vacant > 0`,
    choices: { lra: lraOptionsSql },
  }),
  serveReport(vacancies, {
    rows: (query, properties, context) => buildVacancyRows(properties, query, context),
    visibleColumns: { lra: mayReadAgency },
    exceptions: () => sql`r.state = ${ENDED}`,
  }),
)
