import { sql } from 'kysely'
import type { z } from 'zod'
import { toCsv } from '#kernel/model/csv.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { type ApplicationLine, applications as declared, EXPIRED } from '../model/applications.ts'
import * as calls from '../model/calls.ts'
import type { publicCompanySchema } from '../model/shapes.ts'
import { applications } from './applications.ts'
import { isSuperseded } from './terms.ts'

/** Returns the company id of a call: 0 means the caller's own company, the first of several. */
export const getCompanyId = ({ actor }: AnyContext, managementCompanyId: number): number =>
  managementCompanyId || (actor.managementCompanyIds[0] ?? 0)

const csvColumns = [
  { label: 'Application', value: (row: ApplicationLine) => row.requestNumber },
  { label: 'Company', value: (row: ApplicationLine) => row.subject },
  { label: 'City', value: (row: ApplicationLine) => row.city },
  { label: 'Status', value: (row: ApplicationLine) => row.statusLabel },
  { label: 'Renewal', value: (row: ApplicationLine) => (row.isRenewal ? 'Yes' : 'No') },
  { label: 'Submitted', value: (row: ApplicationLine) => formatDate(row.submitted, 'MM/DD/YYYY') },
  { label: 'Properties', value: (row: ApplicationLine) => row.requested },
  { label: 'Analyst', value: (row: ApplicationLine) => row.reviewerName },
  { label: 'Score', value: (row: ApplicationLine) => row.score },
  { label: 'Decided', value: (row: ApplicationLine) => formatDate(row.decided, 'MM/DD/YYYY') },
  { label: 'Term begins', value: (row: ApplicationLine) => formatDate(row.startsOn, 'MM/DD/YYYY') },
  { label: 'Expires', value: (row: ApplicationLine) => formatDate(row.expiresOn, 'MM/DD/YYYY') },
  { label: 'Days left', value: (row: ApplicationLine) => row.daysLeft },
]

/** The handlers of the lists, the CSV file and the counts of applications. */
export const listHandlers: Served[] = [
  serve(calls.getAllByManagementCompany, (context) =>
    applications.lines(
      context,
      sql`r.management_company_id = ${getCompanyId(context, context.params.managementCompanyId)}`,
    ),
  ),
  serve(calls.getExpiredList, (context) =>
    applications.lines(context, sql`r.status_id = ${EXPIRED} and not ${isSuperseded}`),
  ),
  serve(calls.listDownload, async (context) =>
    toCsv(csvColumns, await applications.lines(context, sql`true`)),
  ),
  serve(calls.getCertifiedList, async (context) => {
    const result = await sql<z.infer<typeof publicCompanySchema>>`
      select name, city, state, phone, certified_since, expires_on
      from certified_companies(${context.settings.today()})`.execute(context.db)
    return result.rows
  }),
  serve(calls.getA5SubmittedCount, async (context) => {
    const companyId = context.params.managementCompanyId ?? context.query.managementCompanyId ?? null
    const result = await sql<{ count: number }>`
      select count(*)::integer as count from management_company_asset_certification a
      join file f on f.module_name = ${declared.module}
      and f.module_id = a.management_company_asset_certification_id
        and f.document_type = 'Exhibit A-5' and f.replaced_by_id is null
      where ${statusIs.filed('a')} and (${companyId}::integer is null
      or a.management_company_id = ${companyId})`.execute(context.db)
    return result.rows[0]!.count
  }),
]
