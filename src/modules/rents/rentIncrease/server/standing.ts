import { sql } from 'kysely'
import { agencyDay } from '#kernel/server/days.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** Approved increases stand on the statement of the last fiscal year that was over when they were submitted (domain 14.2, 47.5). */
export const standsOnStatement: SlotEntry<'standsOnStatement'> = ({ propertyId, year }) => sql`
  select 'RI-' || h.rent_increase_request_header_id || ' approved', null::numeric,
    concat('/rentIncrease/RentIncrease/', h.property_id, '/', h.rent_increase_request_header_id)
  from rent_increase_request_header h join property p using (property_id)
  where h.property_id = ${propertyId} and h.status_id = ${sqlStatus.APPROVED}
    and extract(year from ${agencyDay(sql`h.submitted`)} + 1 - make_interval(months => p.fiscal_year_end_month)) = ${year}`
