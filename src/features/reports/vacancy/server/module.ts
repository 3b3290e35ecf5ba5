import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { unitTypeMonths } from '#features/compliance/occupancy/server/index.ts'
import { EntryStatus } from '#features/compliance/watchList/model/index.ts'
import { addMonths, getMonthStart, monthEnd } from '#kernel/model/dates.ts'
import vacancy from '../model/report.ts'

/** SQL: the rent of each unit type on a day: the mean of the rents in force, weighted by their units. */
const rentOnDaySql = (day: string) => sql`select e.property_id, e.project_room_type_id,
    round(coalesce(sum(e.rent * e.units) / nullif(sum(e.units), 0), avg(e.rent)), 2) as rent
  from rent_in_force(${day}::date) e group by 1, 2`

/** SQL: the number of consecutive months with vacant units, for unit types with vacant units in the month. */
const consecutiveMonthsSql = (month: string) => sql`
  select b.property_id, b.project_room_type_id, count(*) filter (where b.run)::integer as months
  from (select e.property_id, e.project_room_type_id,
      bool_and(e.vacant > 0) over (partition by e.property_id, e.project_room_type_id
      order by e.period_date desc) as run
    from lines l join ${unitTypeMonths()} e on e.property_id = l.property_id
      and coalesce(e.project_room_type_id, 0) = coalesce(l.project_room_type_id, 0)
      and e.period_date <= ${month}::date
    where l.vacant > 0) b group by 1, 2`

/** Serves report 4 (vacant units): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(vacancy, {
    withoutLoops: true,
    rows: ({ asOf, least }, properties, { settings }) => {
      const month = getMonthStart(asOf ?? addMonths(settings.today(), -1))
      return sql`with lines as (select l.* from property p
        join ${unitTypeMonths()} l on l.property_id = p.property_id
          where ${properties} and l.period_date = ${month}::date),
        runs as (${consecutiveMonthsSql(month)})
        select p.property_id, l.project_occupancy_id, p.name as property,
        ${propertyNumberSql()} as property_number,
          l.name as room_type, l.bedrooms, l.units, l.vacant,
          round(100.0 * l.vacant / l.units, 2) as vacancy_pct, e.rent, l.vacant * e.rent as monthly_loss,
          12 * l.vacant * e.rent as yearly_loss,
          coalesce(u.months, 0) as months_vacant,
          exists (select from watch_list w where w.property_id = p.property_id
          and w.status_id = ${sql.lit(EntryStatus.ACTIVE)}
            and make_date(w.year, w.month, 1) <= ${monthEnd(month)}::date
            and make_date(w.year, w.month, 1) >= ${addMonths(month, -1)}::date) as watch
        from lines l join property p on p.property_id = l.property_id
        left join runs u on u.property_id = l.property_id and coalesce(u.project_room_type_id,
        0) = coalesce(l.project_room_type_id, 0)
        left join (${rentOnDaySql(monthEnd(month))}) e on e.property_id = l.property_id
        and e.project_room_type_id = l.project_room_type_id
        where 100.0 * l.vacant >= ${least ?? 0}::numeric * l.units`
    },
    exceptions: () => sql`r.vacant > 0`,
  }),
)
