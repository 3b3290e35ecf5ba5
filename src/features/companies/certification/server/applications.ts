import { sql } from 'kysely'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { isAgencyWriter, runsCompany } from '#kernel/model/access.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { CERTIFIED, applications as declared, EXPIRED } from '../model/applications.ts'
import { type ApplicationContent, ManagementCompanyAssetCertification } from '../model/entities.ts'
import { type ApplicationRow, getTermFaults } from '../model/rules.ts'
import { certificationSettings } from '../model/settings.ts'
import { storeCertification, storeRejection, withdrawDecision } from './decision.ts'
import { loadApplicationFacts, storeScore } from './facts.ts'
import { isSuperseded } from './terms.ts'

/** Fields that are not copied, because each application is signed again. */
const neverCopied: readonly string[] = ['certified', 'signedName', 'signedTitle']

/**
 * Returns the initial values of an application: a copy of the company's last one, as renewal of its last
 * certification. Refuses while another application of the company is open.
 */
async function getInitialValues(
  { db, actor }: AnyContext,
  managementCompanyId: number,
): Promise<Partial<ApplicationRow>> {
  if (!isAgencyWriter(actor) && !runsCompany(actor, managementCompanyId)) refuse.notFound('This company')
  const result = await sql<ApplicationRow & { openId: number | null; renewedId: number | null }>`
    with of_company as (select * from management_company_asset_certification
    where management_company_id = ${managementCompanyId})
    select *, (select max(management_company_asset_certification_id) from of_company
    where status_id < ${CERTIFIED}) as open_id,
      (select management_company_asset_certification_id from of_company
      where status_id in (${CERTIFIED}, ${EXPIRED})
        order by expires_on desc, 1 desc limit 1) as renewed_id
    from of_company order by management_company_asset_certification_id desc limit 1`.execute(db)
  const last = result.rows[0]
  if (!last) return { legalName: await loadName(db, managementCompanyId) }
  if (last.openId)
    refuse.rule(
      `Application ${declared.numberOf(last.openId)} of this company is still open.`,
      [],
      buildRecordLink(declared, { managementCompanyAssetCertificationId: last.openId }),
    )
  const copiedFields = ManagementCompanyAssetCertification.content.filter(
    (name) => !neverCopied.includes(name),
  )
  return {
    ...Object.fromEntries(copiedFields.map((name) => [name, last[name as keyof ApplicationContent]])),
    renewalOfId: last.renewedId,
  }
}

/** Loads the name of the company, the only initial value of a first application. */
async function loadName(db: AnyContext['db'], managementCompanyId: number): Promise<string | null> {
  const query = db
    .selectFrom('managementCompany')
    .select('name')
    .where('managementCompanyId', '=', managementCompanyId)
  return (await query.executeTakeFirst())?.name ?? null
}

/** Copies the documents of the company's last application, as new rows that refer to the same contents. */
async function copyDocuments({ db, actor }: AnyContext, row: ApplicationRow): Promise<void> {
  const id = row.managementCompanyAssetCertificationId
  await sql`
    insert into file (management_company_id, title, module_name, module_id, document_type, file_name,
    content_type, size_bytes,
      content_hash, created_by)
    select management_company_id, title, module_name, ${id}::integer, document_type, file_name, content_type,
    size_bytes,
      content_hash, ${actor.userId}
    from file where module_name = ${declared.module} and replaced_by_id is null and module_id = (
      select max(management_company_asset_certification_id) from management_company_asset_certification
      where management_company_id = ${row.managementCompanyId}
      and management_company_asset_certification_id < ${id})
    order by file_id`.execute(db)
}

/** SQL: whether certification `r` is in force and ends within the days of the first reminder. */
async function buildExpiringCondition({ settings }: AnyContext) {
  const soon = addDays(settings.today(), await settings.get(certificationSettings.firstReminder))
  return sql`r.status_id = ${CERTIFIED} and r.expires_on <= ${soon}::date`
}

/** The server side of the review of applications for certification. */
export const applications = serveReview(declared, {
  detail: loadApplicationFacts,
  line: async (context) => {
    const today = context.settings.today()
    const expiring = await buildExpiringCondition(context)
    return {
      select: sql`m.city, r.renewal_of_id is not null as is_renewal,
        jsonb_array_length(r.requested_properties) as requested,
        case when (select kernel.is_agency()) or r.status_id >= ${CERTIFIED} then r.score
        end as score, r.starts_on, r.expires_on,
        case when r.status_id = ${CERTIFIED} then r.expires_on - ${today}::date end as days_left,
        coalesce(${expiring}, false) as expiring,
        r.status_id in (${CERTIFIED}, ${EXPIRED}) and ${isSuperseded} as superseded`,
    }
  },
  parts: async (context) => {
    const inForce = sql`r.status_id = ${CERTIFIED} and not ${isSuperseded}`
    const expiring = sql`${await buildExpiringCondition(context)} and not ${isSuperseded}`
    return { inForce, expiring, expired: sql`r.status_id = ${EXPIRED} and not ${isSuperseded}` }
  },
  begin: (context, { managementCompanyId }) => getInitialValues(context, managementCompanyId ?? 0),
  saved: async (context, row) => {
    // The first save of an application copies the documents of the previous one.
    if (row.version === 1) await copyDocuments(context, row)
  },
  needs: {
    approve: async (_, row) => (row.recommendation === 'Certify' ? [] : getTermFaults(row)),
  },
  effects: { granted: storeCertification, withdrawn: withdrawDecision, denied: storeRejection },
  steps: { review: { after: storeScore } },
  mailLines: ({ startsOn, expiresOn }) => [
    `Certified as a managing agent from ${formatDate(startsOn, 'MM/DD/YYYY')} through ${formatDate(expiresOn, 'MM/DD/YYYY')}.`,
    'The certificate is with the application, to be downloaded and printed.',
  ],
  toDo: sql`(select c.name from management_company c
    where c.management_company_id = r.management_company_id)`,
})
