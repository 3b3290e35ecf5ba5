import { sql } from 'kysely'
import { occupancyMonths } from '#ground/portfolio/occupancy/server/index.ts'
import { addMonths, monthEnd, monthOf } from '#kernel/model/dates.ts'
import { EntryStatus } from '#modules/compliance/watchList/model/index.ts'
import { reportsModule, serveReport } from '#report/server/index.ts'
import vacancy from '../model/report.ts'

/** As far back as months in a row are counted. */
const MONTHS_BACK = 36

/** SQL: rent of unit types on a day, the mean of those in force weighted by their units. */
const rentOn = (day: string) => sql`select e.property_id, e.project_room_type_id,
    round(coalesce(sum(e.rent * e.units) / nullif(sum(e.units), 0), avg(e.rent)), 2) as rent
  from rent_in_force(${day}::date) e group by 1, 2`

export default reportsModule(
  serveReport(vacancy, {
    withoutLoops: true,
    rows: ({ asOf, least }, properties, { settings }) => {
      const month = monthOf(asOf ?? addMonths(settings.today(), -1))
      return sql`with lines as (
          select m.property_id, m.project_occupancy_id, m.period_date, l.project_room_type_id, l.units, l.vacant_count as vacant
          from property p join ${occupancyMonths()} m on m.property_id = p.property_id
          join project_occupancy_room l on l.project_occupancy_id = m.project_occupancy_id and l.units > 0 and l.vacant_count is not null
          where ${properties} and m.period_date between ${addMonths(month, -MONTHS_BACK)}::date and ${month}::date),
        filled as (select property_id, project_room_type_id, max(period_date) as month from lines where vacant = 0 group by 1, 2),
        runs as (select b.property_id, b.project_room_type_id, count(*)::integer as months from lines b left join filled f
          on f.property_id = b.property_id and coalesce(f.project_room_type_id, 0) = coalesce(b.project_room_type_id, 0)
          where b.period_date > coalesce(f.month, '-infinity'::date) group by 1, 2)
        select p.property_id, l.project_occupancy_id, p.name as property, p.agency_number as property_number,
          coalesce(t.name, 'All units') as room_type, t.bedrooms, l.units, l.vacant,
          round(100.0 * l.vacant / l.units, 2) as vacancy_pct, e.rent, l.vacant * e.rent as monthly_loss, 12 * l.vacant * e.rent as yearly_loss,
          coalesce(u.months, 0) as months_vacant,
          exists (select from watch_list w where w.property_id = p.property_id and w.status_id = ${sql.lit(EntryStatus.ACTIVE)}
            and make_date(w.year, w.month, 1) <= ${monthEnd(month)}::date and make_date(w.year, w.month, 1) >= ${addMonths(month, -1)}::date) as watch
        from lines l join property p on p.property_id = l.property_id
        left join runs u on u.property_id = l.property_id and coalesce(u.project_room_type_id, 0) = coalesce(l.project_room_type_id, 0)
        left join property_room_type k on k.property_id = l.property_id and k.project_room_type_id = l.project_room_type_id
        left join room_type t on t.room_type_id = k.room_type_id
        left join (${rentOn(monthEnd(month))}) e on e.property_id = l.property_id and e.project_room_type_id = l.project_room_type_id
        where l.period_date = ${month}::date and 100.0 * l.vacant >= ${least ?? 0}::numeric * l.units`
    },
    exceptions: () => sql`r.vacant > 0`,
  }),
)
