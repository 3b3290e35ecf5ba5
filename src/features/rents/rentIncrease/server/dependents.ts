import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** SQL: selects the approved increase `h` in the form in which decisions based on a record are listed. */
const approved = sql`select concat('RI-', h.rent_increase_request_header_id, ' approved'), null::numeric,
  concat('/rentIncrease/RentIncrease/', h.property_id, '/', h.rent_increase_request_header_id)
  from rent_increase_request_header h`
const isApproved = sql`h.status_id = ${sqlStatus.APPROVED}`

/**
 * The records that an approved increase is based on: the statement of the last fiscal year completed at its
 * submission (domain 14.2, 47.5), the budget of the year in which its rents begin, the allowances valid at
 * the decision, and the previous increase.
 */
export const decisionsBasedOnRecords: readonly RecordDependency[] = [
  {
    on: 'AFS',
    record: 'RentIncrease',
    rows: (
      id,
    ) => sql`${approved} join property p using (property_id) join annual_statement a on a.afs_id = ${id}
      and a.property_id = h.property_id
      where ${isApproved} and extract(year
      from ${agencyDay(sql`h.submitted`)} + 1 - make_interval(months => p.fiscal_year_end_month)) = a.year`,
  },
  {
    on: 'Budget',
    record: 'RentIncrease',
    rows: (id) => sql`${approved} join property p using (property_id) join budget b on b.budget_id = ${id}
      and b.property_id = h.property_id
      where ${isApproved} and b.budget_year = extract(year from h.rent_effective_date)
        + case when extract(month from h.rent_effective_date) > p.fiscal_year_end_month then 1 else 0 end`,
  },
  {
    on: 'UtilityAllowance',
    record: 'RentIncrease',
    rows: (id) => sql`${approved} join utility_allowance u on u.utility_allowance_id = ${id}
      and u.property_id = h.property_id
      where ${isApproved} and h.decided >= u.decided and not exists (select from utility_allowance n
      where n.property_id = u.property_id
        and n.status_id = ${sqlStatus.APPROVED} and (n.year, n.quarter) > (u.year, u.quarter)
        and n.decided <= h.decided)`,
  },
  {
    on: 'RentIncrease',
    record: 'RentIncrease',
    rows: (
      id,
    ) => sql`${approved} join rent_increase_request_header o on o.rent_increase_request_header_id = ${id}
      and o.property_id = h.property_id
      where ${isApproved} and h.rent_effective_date > o.rent_effective_date`,
  },
]
