import { sql } from 'kysely'
import { today } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/**
 * Puts the rents of approved requests in force whose day has come, and replaces rents of the same day.
 * `day` is today in the agency's time zone; `only` restricts it to one request. Returns the number of
 * requests.
 */
export async function putApprovedRentsInForce(
  transaction: Pick<Transaction, 'query'>,
  day: string,
  only: number | null = null,
): Promise<number> {
  const posted = await transaction.query(
    `with due as (select * from rent_increase_request_header where status_id = ${RequestStatus.APPROVED} and rents_posted is null
        and rent_effective_date <= $1 and ($2::integer is null or rent_increase_request_header_id = $2) for update),
    raised as (insert into property_rent as r (property_id, project_room_type_id, rent_type_id, existing_tenants, units, rent,
        utility_allowance, income_limit_percent, effective_date)
      select l.property_id, l.project_room_type_id, l.rent_type_id, l.existing_tenants,
        case when l.project_room_type_rent_id is null then l.units else s.units end, l.approved_rent,
        coalesce(l.utility_allowance, 0), l.median_percent, due.rent_effective_date
      from due join room_rent_increase_request l using (rent_increase_request_header_id)
      left join property_rent s on s.property_rent_id = l.project_room_type_rent_id
      where l.approved_rent is not null
      on conflict on constraint property_rent_series do update
        set rent = excluded.rent, utility_allowance = excluded.utility_allowance, units = excluded.units, income_limit_percent = excluded.income_limit_percent)
    update rent_increase_request_header h set rents_posted = clock_timestamp() from due
      where h.rent_increase_request_header_id = due.rent_increase_request_header_id`,
    [day, only],
  )
  return posted.rowCount ?? 0
}

/** SQL: the rents of a property in force that an approved request set, each with the request's name. */
export const approvedRentsSql = (propertyId: number) => sql`
  select e.property_rent_id, concat('The approved rent increase RI-',
  h.rent_increase_request_header_id) as record
  from rent_increase_request_header h
  join room_rent_increase_request l using (rent_increase_request_header_id)
  join property_rent e on e.project_room_type_id = l.project_room_type_id
    and e.rent_type_id is not distinct from l.rent_type_id and e.existing_tenants = l.existing_tenants
    and e.effective_date = h.rent_effective_date
  where h.property_id = ${propertyId} and h.status_id = ${sqlStatus.APPROVED}
    and h.rents_posted is not null and l.approved_rent is not null`

/** Puts approved rents in force, every night at midnight in the agency's time zone. */
export const approvedRentsJob: Job = {
  name: 'approved rents take effect',
  due: (now, zone) => lastHour(now, zone, 0),
  run: (transaction, { config }, dueAt) =>
    putApprovedRentsInForce(transaction, today(config.agencyZone, dueAt)),
}
