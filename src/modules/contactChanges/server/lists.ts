import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { daysBetween, today } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { requestNumber, statusLabel } from '../model/flow.ts'
import type { changeLine, requestLine } from '../model/shapes.ts'

type Line = z.infer<typeof requestLine>

/** Lines of requests, newest first: one statement, whatever their number. */
export async function requestLines(context: AnyContext, which: RawBuilder<unknown>): Promise<Line[]> {
  const person = (alias: string) =>
    sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  const found = await sql<Omit<Line, 'requestNumber' | 'statusLabel' | 'ageDays'>>`
    select r.contact_change_request_id, r.property_id, r.management_company_id, r.owner_managed, r.reason, r.status_id,
      coalesce(p.name, m.name) as subject, coalesce(m.name, c.name) as company_name, r.submitted, r.decided,
      ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name,
      coalesce(l.changes, 0)::integer as changes, coalesce(l.contact_type_ids, '{}') as contact_type_ids
    from contact_change_request r left join property p on p.property_id = r.property_id
    left join management_company m on m.management_company_id = r.management_company_id
    left join management_company c on c.management_company_id = p.management_company_id
    left join app_user s on s.user_id = r.submitted_by_id left join app_user v on v.user_id = r.reviewer_id
    left join lateral (select count(*) as changes, array_agg(distinct contact_type_id) as contact_type_ids
      from contact_change l where l.contact_change_request_id = r.contact_change_request_id) l on true
    where ${which} order by r.contact_change_request_id desc`.execute(context.db)
  const zone = context.services.config.agencyZone
  const day = (moment: string | null) => (moment ? today(zone, new Date(moment)) : null)
  return found.rows.map((row) => {
    const [begun, ended] = [day(row.submitted), day(row.decided) ?? context.settings.today()]
    return {
      ...row,
      requestNumber: requestNumber(row.contactChangeRequestId),
      statusLabel: statusLabel(row.statusId, row.submitted),
      ageDays: begun === null ? null : daysBetween(begun, ended),
    }
  })
}

type Change = z.infer<typeof changeLine>

/** Changes by the status of their requests, newest request first; one statement. */
export async function changeLines(
  context: AnyContext,
  filter: { statusId: number; propertyId?: number },
): Promise<Change[]> {
  const found = await sql<Omit<Change, 'statusLabel'> & { submitted: string | null }>`
    select l.*, r.status_id, r.submitted, coalesce(p.name, m.name) as subject
    from contact_change l join contact_change_request r using (contact_change_request_id)
    left join property p on p.property_id = l.property_id
    left join management_company m on m.management_company_id = l.management_company_id
    where r.status_id = ${filter.statusId} and (${filter.propertyId ?? null}::integer is null or l.property_id = ${filter.propertyId ?? null})
    order by l.contact_change_request_id desc, l.position`.execute(context.db)
  return found.rows.map(({ submitted, ...row }) => ({ ...row, statusLabel: statusLabel(row.statusId, submitted) }))
}
