import { type RawBuilder, sql } from 'kysely'
import { getOccupancyMonthsSql, getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { createReportsModule, reportGroupSql, serveReport } from '#engines/report/server/index.ts'
import { isNotReportedSql, unitTypeMonths } from '#features/compliance/occupancy/server/index.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import occupancyBy, { MAX_MONTHS } from '../model/report.ts'

type Sql = RawBuilder<unknown>
const monthOffsets = Array.from({ length: MAX_MONTHS }, (_, index) => index)

/** SQL: the units and vacant units of properties `p` by month, with the name of their group. */
function buildCountsByProperty(properties: Sql, group: Sql, first: string, last: string): Sql {
  return sql`select p.property_id, coalesce(${group}, 'Not specified') as name, m.period_date, m.units,
    m.vacant, ${isNotReportedSql(last)} as not_reported
    from property p left join ${getOccupancyMonthsSql()} m on m.property_id = p.property_id and m.units > 0
    and m.vacant is not null
      and m.period_date between ${first}::date and ${last}::date
    where ${properties}`
}

/** SQL: the units and vacant units by month and unit type, with the number of bedrooms as the group. */
function buildCountsByBedrooms(properties: Sql, first: string, last: string): Sql {
  return sql`select p.property_id, coalesce(case l.bedrooms when 0 then 'No bedroom' when 1 then '1 bedroom'
        else l.bedrooms || ' bedrooms' end, 'Not specified') as name, l.period_date, l.units, l.vacant,
        ${isNotReportedSql(last)} as not_reported
    from property p join ${unitTypeMonths()} l on l.property_id = p.property_id
      and l.period_date between ${first}::date and ${last}::date
    where ${properties}`
}

/** SQL: the sum of a column in the month `index` months before the last. */
const sumMonth = (column: Sql, last: string, index: number) =>
  sql`sum(${column}) filter (where c.period_date = ${addMonths(last, -index)}::date)`

/** Serves report 1 (occupancy by groups of properties): the SQL for its rows. */
export default createReportsModule(
  serveReport(occupancyBy, {
    rows: ({ asOf, groupBy = 'managementCompany', numMonths = MAX_MONTHS }, properties, { settings }) => {
      const last = getMonthStart(asOf ?? addMonths(settings.today(), -1))
      // Month 12 is always needed for the change in a year, even if fewer months are shown.
      const isMonthIncluded = (index: number) => index < numMonths || index === 12
      const first = addMonths(last, -Math.max(12, numMonths - 1))
      const source =
        groupBy === 'bedrooms'
          ? buildCountsByBedrooms(properties, first, last)
          : buildCountsByProperty(
              properties,
              groupBy === 'property' ? sql`p.name` : reportGroupSql(occupancyBy, groupBy),
              first,
              last,
            )
      const columns = monthOffsets.flatMap((index) => {
        const [units, vacant] = [sql`c.units`, sql`c.vacant`].map((item) =>
          isMonthIncluded(index) ? sumMonth(item, last, index) : sql`null::bigint`,
        )
        return [sql`${units} as ${sql.ref(`units${index}`)}`, sql`${vacant} as ${sql.ref(`vacant${index}`)}`]
      })
      const percents = monthOffsets.map(
        (index) =>
          sql`${getOccupancySql(sql.ref(`g.units${index}`), sql.ref(`g.vacant${index}`))} as
            ${sql.ref(`m${index}`)}`,
      )
      return sql`select g.*, g.units0 as units, g.vacant0 as vacant, ${sql.join(percents)},
          ${getOccupancySql(sql`g.units0`, sql`g.vacant0`)} as occupancy,
          round((${getOccupancySql(sql`g.units0`, sql`g.vacant0`)} -
          ${getOccupancySql(sql`g.units12`, sql`g.vacant12`)})::numeric, 2) as change
        from (select c.name as group_name, count(distinct c.property_id)::integer as properties,
            (count(distinct c.property_id) filter (where c.not_reported))::integer as not_reported,
            ${sql.join(columns)}
          from (${source}) c group by c.name${groupBy === 'property' ? sql`, c.property_id` : sql``}) g`
    },
  }),
)
