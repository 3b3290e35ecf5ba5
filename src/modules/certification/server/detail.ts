import { sql } from 'kysely'
import type { z } from 'zod'
import type { FileInfo } from '#ground/files/model/index.ts'
import { filesOf } from '#ground/files/server/index.ts'
import { isAgency, isAgencyWriter, runsCompany } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { actionsFor, canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { listNames, ManagementCompanyAssetCertification } from '../model/entities.ts'
import { applicationNumber, CERTIFIED, flow, statusLabel } from '../model/flow.ts'
import { type ApplicationRow, contentNames } from '../model/rules.ts'
import type { ScoredPart } from '../model/score.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import type { applicationDetail, attached } from '../model/shapes.ts'
import { knownPerformance, propertyOptions, scoreNow } from './known.ts'
import { daysLeft } from './lists.ts'

/** The module's name among the files. */
export const MODULE = 'Certification'

export type Detail = z.infer<typeof applicationDetail>
type Named = ApplicationRow &
  Pick<Detail, 'companyName' | 'submittedByName' | 'reviewerName' | 'reviewedByName' | 'decidedByName'>

/** A paper as the screen lists it. */
export const shownFile = (file: FileInfo): z.infer<typeof attached> => ({
  fileId: file.fileId,
  documentType: file.documentType,
  fileName: file.fileName,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
})

/** One application as its screen shows it; not found when out of scope. A constant number of statements. */
export async function detailOf(context: AnyContext, applicationId: number): Promise<Detail> {
  const person = (alias: string) =>
    sql<string | null>`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  const found = await sql<Named>`
    select a.*, c.name as company_name, ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name,
      ${person('r')} as reviewed_by_name, ${person('d')} as decided_by_name
    from management_company_asset_certification a join management_company c using (management_company_id)
    left join app_user s on s.user_id = a.submitted_by_id left join app_user v on v.user_id = a.reviewer_id
    left join app_user r on r.user_id = a.reviewed_by_id left join app_user d on d.user_id = a.decided_by_id
    where a.management_company_asset_certification_id = ${applicationId}`.execute(context.db)
  return compose(context, found.rows[0] ?? refuse.notFound('This certification application'))
}

/** The application a company filed last; null when it filed none. */
async function lastOf(context: AnyContext, managementCompanyId: number): Promise<ApplicationRow | null> {
  const found = await sql<ApplicationRow>`
    select * from management_company_asset_certification where management_company_id = ${managementCompanyId}
    order by management_company_asset_certification_id desc limit 1`.execute(context.db)
  return found.rows[0] ?? null
}

/** Signed anew with each application. */
const neverCopied: readonly string[] = ['certified', 'signedName', 'signedTitle']

/** A new application of a company, filled as a copy of its last one; not stored. */
export async function emptyDetail(context: AnyContext, managementCompanyId: number): Promise<Detail> {
  const { actor, db, services } = context
  if (!isAgencyWriter(actor) && !runsCompany(actor, managementCompanyId)) refuse.notFound('This company')
  const company = await db
    .selectFrom('managementCompany')
    .select('name')
    .where('managementCompanyId', '=', managementCompanyId)
    .executeTakeFirst()
  if (!company) return refuse.notFound('This company')
  const last = await lastOf(context, managementCompanyId)
  const copied = contentNames.filter((name) => !neverCopied.includes(name))
  const row = {
    ...emptyRecord(ManagementCompanyAssetCertification),
    ...Object.fromEntries(listNames.map((name) => [name, []])),
    ...(last ? Object.fromEntries(copied.map((name) => [name, last[name]])) : { legalName: company.name }),
    managementCompanyId,
    statusId: 1,
    version: 0,
    createdAt: services.now().toISOString(),
    companyName: company.name,
    submittedByName: null,
    reviewerName: null,
    reviewedByName: null,
    decidedByName: null,
  } as unknown as Named
  return { ...(await compose(context, row)), actions: [] }
}

/** What a company does not see of its application. */
function forCompany(row: Named): Named {
  const hidden = ManagementCompanyAssetCertification.agencyOnly.map((name) => [name, null])
  return { ...row, ...Object.fromEntries(hidden) }
}

async function compose(context: AnyContext, row: Named): Promise<Detail> {
  const { actor, settings } = context
  const applicationId = row.managementCompanyAssetCertificationId
  const agency = isAgency(actor)
  const known = agency ? await knownPerformance(context, row.managementCompanyId) : null
  const files = applicationId === 0 ? [] : await filesOf(context, [{ moduleName: MODULE, moduleId: applicationId }])
  return {
    ...(agency ? row : forCompany(row)),
    applicationNumber: applicationNumber(applicationId),
    statusLabel: statusLabel(row.statusId, row.submitted),
    documents: files.map(shownFile),
    properties: await propertyOptions(context, row.managementCompanyId),
    known,
    standing: await standingOf(context, row, known),
    daysLeft: daysLeft(context, row),
    today: settings.today(),
    actions: actionsFor(flow, row, actor, { twoPerson: await settings.get(rules.twoPerson) }),
    canEdit: canEdit(flow, row, actor),
    canReview: isAgencyWriter(actor) && (row.statusId === 3 || row.statusId === 4),
  }
}

/** The score under review as the marks stand; once passed on, what it was passed on with, for the company after the decision. */
async function standingOf(context: AnyContext, row: Named, known: Detail['known']): Promise<Detail['standing']> {
  const passMark = await context.settings.get(rules.passMark)
  if (known && row.statusId === 3) return { ...(await scoreNow(context, row, known)), passMark }
  if (!row.scoreParts || (!known && row.statusId < CERTIFIED)) return null
  return { total: row.score, parts: row.scoreParts as ScoredPart[], passMark }
}
