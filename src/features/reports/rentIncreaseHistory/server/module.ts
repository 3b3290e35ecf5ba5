import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import rentIncreaseHistory from '../model/report.ts'

/** SQL: the sums of the rents of each request, from rows that have a previous rent. */
const rents = sql`select l.rent_increase_request_header_id, sum(l.units)::integer as units,
    sum(l.units * l.current_rent) filter (where l.current_rent > 0) as current,
    sum(l.units * l.requested_rent) filter (where l.current_rent > 0) as requested,
    sum(l.units * l.approved_rent) filter (where l.current_rent > 0) as approved
  from room_rent_increase_request l group by 1`

/** Serves report 9 (rent increases): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(rentIncreaseHistory, {
    rows: ({ fromYear, toYear, type, status }, properties, { settings }) => {
      const last = toYear ?? Number(settings.today().slice(0, 4))
      const first = fromYear ?? last - 4
      return sql`select a.*, a.requested_pct * a.units_affected as requested_weight, case
        when a.requested_pct is not null then a.units_affected end as requested_units,
          a.approved_pct * a.units_affected as approved_weight, case
          when a.approved_pct is not null then a.units_affected end as approved_units
        from (select p.property_id, h.rent_increase_request_header_id, p.name as property,
        ${propertyNumberSql()} as property_number,
            h.rent_increase_type_id as type, h.status_id as status, h.submitted,
            h.rent_effective_date as effective,
            round(100 * (l.requested - l.current) / nullif(l.current, 0), 4) as requested_pct,
            case when h.status_id = ${sqlStatus.APPROVED} then round(100 * (l.approved - l.current) /
            nullif(l.current, 0), 4) end as approved_pct,
            l.units as units_affected, l.requested - l.current as requested_monthly,
            case when h.status_id = ${sqlStatus.APPROVED} then l.approved - l.current end as approved_monthly,
            case when h.decided is not null then greatest(0,
            ${agencyDay(sql`h.decided`)} - ${agencyDay(sql`h.submitted`)}) end as days_to_decide
          from property p join rent_increase_request_header h on h.property_id = p.property_id
          left join (${rents}) l on l.rent_increase_request_header_id = h.rent_increase_request_header_id
          where ${properties} and ${statusIs.filed('h')}
            and extract(year from ${agencyDay(sql`h.submitted`)}) between ${first}::integer
            and ${last}::integer
            and ${type === undefined ? sql`true` : sql`h.rent_increase_type_id = ${type}`}
            and ${status === undefined ? sql`true` : sql`h.status_id = ${status}`}) a`
    },
    exceptions: () => sql`r.approved_pct < r.requested_pct`,
  }),
)
