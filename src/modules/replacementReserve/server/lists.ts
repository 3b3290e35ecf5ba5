import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { daysBetween, today } from '#kernel/model/dates.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getLastApprovedRequest, getPropertyList, getQueue, getReplacementList } from '../model/calls.ts'
import { requestNumber, statusLabel } from '../model/flow.ts'
import { perUnit } from '../model/rules.ts'
import type { requestLine } from '../model/shapes.ts'

type Line = z.infer<typeof requestLine>
type StoredLine = Omit<Line, 'requestNumber' | 'statusLabel' | 'ageDays'>

/** Lines of requests: one statement, whatever their number; sums of items come grouped from the index. */
async function lines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<Line[]> {
  const found = await sql<StoredLine>`
    select r.replacement_reserve_request_id, r.property_id, p.name as property_name, coalesce(f.name, c.name) as management_company_name, r.request_type, r.description,
      r.status_id, r.submitted, r.decided, r.paid_date, coalesce(i.item_count, 0)::integer as item_count, coalesce(i.claimed, 0) as claimed,
      case when r.status_id = 6 then 0 when r.status_id = 5 or (select kernel.is_agency()) then i.approved end as approved,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as reviewer_name
    from replacement_reserve_request r
    join property p on p.property_id = r.property_id
    left join management_company c on c.management_company_id = p.management_company_id
    left join management_company f on f.management_company_id = r.filed_company_id
    left join app_user u on u.user_id = r.reviewer_id
    left join lateral (select count(*) as item_count, sum(claimed_amount) as claimed, sum(approved_amount) as approved
      from replacement_reserve_request_item i where i.replacement_reserve_request_id = r.replacement_reserve_request_id) i on true
    where ${condition} order by r.replacement_reserve_request_id desc ${limit}`.execute(context.db)
  return found.rows.map((row) => ({
    ...row,
    requestNumber: requestNumber(row.replacementReserveRequestId),
    statusLabel: statusLabel(row.statusId, row.submitted),
    ageDays: ageInDays(context, row.submitted, row.decided),
  }))
}

/** The agency's day of a moment. */
export const dayOf = (context: AnyContext, moment: string): string =>
  today(context.services.config.agencyZone, new Date(moment))

/** Whole days from submission to the decision, or to today while undecided; null before submission. */
export const ageInDays = (context: AnyContext, submitted: string | null, decided: string | null): number | null =>
  submitted === null
    ? null
    : daysBetween(dayOf(context, submitted), decided ? dayOf(context, decided) : context.settings.today())

export const listHandlers = [
  serve(getReplacementList, async (context) => lines(context, sql`r.property_id = ${context.params.propertyId}`)),

  serve(getQueue, async (context) => lines(context, sql`true`)),

  serve(
    getLastApprovedRequest,
    async (context) =>
      (await lines(context, sql`r.property_id = ${context.params.propertyId} and r.status_id = 5`, sql`limit 1`))[0] ??
      null,
  ),

  serve(getPropertyList, async (context) => {
    const found = await sql<Omit<z.infer<typeof getPropertyList.answer>[number], 'perUnit'>>`
      select p.property_id, p.name, p.agency_number, l.lihtc_number, p.city, c.name as management_company_name, p.total_units as units,
        coalesce(e.balance, 0) as balance, coalesce(r.open_requests, 0)::integer as open_requests, r.last_approved
      from property p
      left join management_company c on c.management_company_id = p.management_company_id
      left join (select distinct on (property_id) property_id, lihtc_number from property_lihtc_number order by property_id, position) l on l.property_id = p.property_id
      left join (select property_id, sum(amount) as balance from reserve_entry group by property_id) e on e.property_id = p.property_id
      left join (select property_id, count(*) filter (where status_id in (1, 2, 3, 4)) as open_requests, max(decided) filter (where status_id = 5) as last_approved
        from replacement_reserve_request group by property_id) r on r.property_id = p.property_id
      where p.status_id in (0, 5) and p.monitored_for_reserves order by p.name`.execute(context.db)
    return found.rows.map((row) => ({ ...row, perUnit: perUnit(row.balance, row.units) }))
  }),
]
