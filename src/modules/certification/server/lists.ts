import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isAgency } from '#kernel/model/access.ts'
import { toCsv } from '#kernel/model/csv.ts'
import { daysBetween, formatDate, today } from '#kernel/model/dates.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { applicationNumber, CERTIFIED, EXPIRED, statusLabel } from '../model/flow.ts'
import { certificationSettings } from '../model/settings.ts'
import type { applicationLine, publicLine } from '../model/shapes.ts'

type Line = z.infer<typeof applicationLine>
type StoredLine = Omit<Line, 'applicationNumber' | 'statusLabel' | 'ageDays' | 'daysLeft' | 'expiring'>

/** The company a call is about: 0 stands for the caller's own, the first of several. */
export const companyOf = ({ actor }: AnyContext, managementCompanyId: number): number =>
  managementCompanyId || (actor.managementCompanyIds[0] ?? 0)

/** A certification of the same company, given later than `a` or for a later term, that is in force. */
export const later = sql`exists (select 1 from management_company_asset_certification n
  where n.management_company_id = a.management_company_id and n.status_id = ${CERTIFIED}
    and n.management_company_asset_certification_id <> a.management_company_asset_certification_id
    and (n.expires_on, n.management_company_asset_certification_id) > (a.expires_on, a.management_company_asset_certification_id))`

/** An application of the company of `a` lies with the agency. */
export const waiting = sql`exists (select 1 from management_company_asset_certification w
  where w.management_company_id = a.management_company_id and w.status_id in (2, 3, 4))`

/** Lines of applications: one statement, whatever their number. */
export async function lines(context: AnyContext, condition: RawBuilder<unknown>): Promise<Line[]> {
  // The score is the agency's until the decision is made.
  const scoreShown = isAgency(context.actor) ? sql`true` : sql`a.status_id >= ${CERTIFIED}`
  const found = await sql<StoredLine>`
    select a.management_company_asset_certification_id, a.management_company_id, c.name as company_name, c.city, a.status_id,
      a.renewal_of_id is not null as is_renewal, a.submitted, jsonb_array_length(a.requested_properties) as requested,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as reviewer_name, case when ${scoreShown} then a.score end as score,
      a.decided, a.starts_on, a.expires_on, a.status_id in (${CERTIFIED}, ${EXPIRED}) and ${later} as superseded
    from management_company_asset_certification a
    join management_company c on c.management_company_id = a.management_company_id
    left join app_user u on u.user_id = a.reviewer_id
    where ${condition} order by a.management_company_asset_certification_id desc`.execute(context.db)
  const soon = await context.settings.get(certificationSettings.firstReminder)
  return found.rows.map((row) => ({
    ...row,
    applicationNumber: applicationNumber(row.managementCompanyAssetCertificationId),
    statusLabel: statusLabel(row.statusId, row.submitted),
    ageDays: ageInDays(context, row.submitted, row.decided),
    daysLeft: daysLeft(context, row),
    expiring: (daysLeft(context, row) ?? Infinity) <= soon,
  }))
}

/** Whole days from submission to the decision, or to today while undecided; null before submission. */
function ageInDays(context: AnyContext, submitted: string | null, decided: string | null): number | null {
  const dayOf = (moment: string) => today(context.services.config.agencyZone, new Date(moment))
  if (submitted === null) return null
  return daysBetween(dayOf(submitted), decided ? dayOf(decided) : context.settings.today())
}

/** Days a certification still holds, 0 on its last day; null for everything else. */
export const daysLeft = (
  { settings }: AnyContext,
  row: { statusId: number; expiresOn: string | null },
): number | null => (row.statusId === CERTIFIED && row.expiresOn ? daysBetween(settings.today(), row.expiresOn) : null)

const csvColumns = [
  { label: 'Application', value: (row: Line) => row.applicationNumber },
  { label: 'Company', value: (row: Line) => row.companyName },
  { label: 'City', value: (row: Line) => row.city },
  { label: 'Status', value: (row: Line) => row.statusLabel },
  { label: 'Renewal', value: (row: Line) => (row.isRenewal ? 'Yes' : 'No') },
  { label: 'Submitted', value: (row: Line) => formatDate(row.submitted, 'MM/DD/YYYY') },
  { label: 'Properties', value: (row: Line) => row.requested },
  { label: 'Analyst', value: (row: Line) => row.reviewerName },
  { label: 'Score', value: (row: Line) => row.score },
  { label: 'Decided', value: (row: Line) => formatDate(row.decided, 'MM/DD/YYYY') },
  { label: 'Term begins', value: (row: Line) => formatDate(row.startsOn, 'MM/DD/YYYY') },
  { label: 'Expires', value: (row: Line) => formatDate(row.expiresOn, 'MM/DD/YYYY') },
  { label: 'Days left', value: (row: Line) => row.daysLeft },
]

export const listHandlers: Served[] = [
  serve(calls.getQueue, (context) => lines(context, sql`true`)),
  serve(calls.getAllByManagementCompany, (context) =>
    lines(context, sql`a.management_company_id = ${companyOf(context, context.params.managementCompanyId)}`),
  ),
  serve(calls.getExpiredList, (context) => lines(context, sql`a.status_id = ${EXPIRED} and not ${later}`)),
  serve(calls.listDownload, async (context) => toCsv(csvColumns, await lines(context, sql`true`))),
  serve(calls.getCertifiedList, async (context) => {
    const found = await sql<z.infer<typeof publicLine>>`
      select name, city, state, phone, certified_since, expires_on from certified_companies(${context.settings.today()})`.execute(
      context.db,
    )
    return found.rows
  }),
  serve(calls.getA5SubmittedCount, async (context) => {
    const found = await sql<{ count: number }>`
      select count(*)::integer as count from management_company_asset_certification a
      where a.status_id in (2, 3, 4) and exists (select 1 from file f where f.module_name = 'Certification'
        and f.module_id = a.management_company_asset_certification_id and f.document_type = 'Exhibit A-5'
        and f.replaced_by_id is null)`.execute(context.db)
    return found.rows[0]!.count
  }),
]
