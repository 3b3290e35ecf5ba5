import { sql } from 'kysely'
import type { z } from 'zod'
import { computePerUnit } from '#core/money/reserves/model/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { serve } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { getLastApprovedRequest, getPropertyList } from '../model/calls.ts'
import { requests } from './requests.ts'

/** The handlers of two lists: the last approved request of a property, and all properties with balances. */
export const listHandlers = [
  serve(getLastApprovedRequest, async (context) => {
    const condition = sql`r.property_id = ${context.params.propertyId}
      and r.status_id = ${sqlStatus.APPROVED}`
    return (await requests.lines(context, condition, sql`limit 1`))[0] ?? null
  }),

  serve(getPropertyList, async (context) => {
    const result = await sql<Omit<z.infer<typeof getPropertyList.answer>[number], 'perUnit'>>`
      select p.property_id, p.name, p.agency_number, l.lihtc_number, p.city,
      c.name as management_company_name, p.total_units as units,
        coalesce(e.balance, 0) as balance, coalesce(r.open_requests, 0)::integer as open_requests,
        r.last_approved
      from property p
      left join management_company c on c.management_company_id = p.management_company_id
      left join (select distinct on (property_id) property_id, lihtc_number from property_lihtc_number
      order by property_id, position) l on l.property_id = p.property_id
      left join (select e.property_id, sum(amount) as balance from reserve_entry e
      join reserve_account a using (reserve_account_id)
        where a.kind = 'Replacement reserve' group by e.property_id) e on e.property_id = p.property_id
      left join (select property_id, count(*) filter (where status_id in (${sqlStatus.NOT_SUBMITTED},
      ${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED})) as open_requests,
      max(decided) filter (where status_id = ${sqlStatus.APPROVED}) as last_approved
        from replacement_reserve_request group by property_id) r on r.property_id = p.property_id
      where p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.Decontrol})
      and p.monitored_for_reserves order by p.name`.execute(context.db)
    return result.rows.map((row) => ({ ...row, perUnit: computePerUnit(row.balance, row.units) }))
  }),
]
