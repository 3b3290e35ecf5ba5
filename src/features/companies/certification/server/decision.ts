import { sql } from 'kysely'
import type { LetterData } from '#core/correspondence/letters/model/index.ts'
import {
  loadPresentLetterheadId,
  loadSignatureBlock,
  storeLetter,
} from '#core/correspondence/letters/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { applications, CERTIFIED } from '../model/applications.ts'
import type { DecisionDocument } from '../model/certificate.ts'
import type { ApplicationRow } from '../model/rules.ts'
import { certificationSettings } from '../model/settings.ts'
import { getCertificationStart, getExpiry } from '../model/term.ts'

type Company = {
  name: string
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** The end and the first day of the certification that is still in force; null if there is none. */
  expiresOn: string | null
  certifiedSince: string | null
}

async function loadCompany(context: AnyContext, row: ApplicationRow): Promise<Company> {
  const result = await sql<Company>`
    select c.name, c.address, c.city, c.state, c.zip, a.expires_on, a.certified_since
    from management_company c left join lateral (select expires_on, certified_since
    from management_company_asset_certification o
      where o.management_company_id = c.management_company_id and o.status_id = ${CERTIFIED}
      and o.expires_on >= ${context.settings.today()}
        and o.management_company_asset_certification_id <> ${row.managementCompanyAssetCertificationId}
      order by o.expires_on desc limit 1) a on true
    where c.management_company_id = ${row.managementCompanyId}`.execute(context.db)
  return result.rows[0]!
}

async function storeDocument(
  context: AnyContext,
  row: ApplicationRow,
  document: DecisionDocument,
): Promise<void> {
  await sql`update management_company_asset_certification set decision_document = ${JSON.stringify(document)}
    where management_company_asset_certification_id = ${row.managementCompanyAssetCertificationId}`.execute(
    context.db,
  )
}

/** Sets the term and stores the certificate. A renewal starts when the current certification ends. */
export async function storeCertification(context: AnyContext, row: ApplicationRow): Promise<void> {
  const company = await loadCompany(context, row)
  const certifiedOn = context.settings.today()
  // An administrator may force the status without a term.
  const termMonths = row.termMonths ?? (await context.settings.get(certificationSettings.termMonths))
  const startsOn = getCertificationStart(certifiedOn, company.expiresOn)
  const expiresOn = getExpiry(startsOn, termMonths)
  const certifiedSince = company.certifiedSince ?? startsOn
  await context.db
    .updateTable('managementCompanyAssetCertification')
    .set({ certifiedOn, startsOn, expiresOn, certifiedSince, termMonths, reminderDays: null })
    .where('managementCompanyAssetCertificationId', '=', row.managementCompanyAssetCertificationId)
    .execute()
  await storeDocument(context, row, {
    kind: 'certificate',
    number: applications.numberOf(row.managementCompanyAssetCertificationId),
    companyName: row.legalName?.trim() || company.name,
    place: [company.city, company.state].filter(Boolean).join(', '),
    termMonths,
    certifiedOn,
    startsOn,
    expiresOn,
    signature: await loadSignatureBlock(context, context.actor.userId),
  })
}

/** Stores the letter about a rejection with the current data of the company. */
export async function storeRejection(
  context: AnyContext,
  row: ApplicationRow,
  reason: string | null,
): Promise<void> {
  const company = await loadCompany(context, row)
  const number = applications.numberOf(row.managementCompanyAssetCertificationId)
  const letter: LetterData = {
    managementCompany: {
      mgmtcoName: company.name,
      mgmtcoAddress: company.address,
      mgmtcoCity: company.city,
      mgmtcoState: company.state,
      mgmtcoZip: company.zip,
    },
    contact: { conName: company.name },
    // The subject of the letter is the application itself.
    property: { propertyName: 'Certification as a managing agent, application', propertyNumber: number },
    requestNumber: number,
    signatureBlock: await loadSignatureBlock(context, context.actor.userId),
    letterheadId: await loadPresentLetterheadId(context),
    body: [
      `Your application of ${formatDate(row.submitted, 'MMMM DD, YYYY')} to be certified as a managing agent has been reviewed. The agency cannot certify your company.`,
      reason ?? '',
      'You may apply again when the reasons above no longer apply.',
    ],
  }
  await storeDocument(context, row, { kind: 'letter', letter })
  await storeLetter(context, {
    managementCompanyId: row.managementCompanyId,
    entity: applications.flow.entity,
    rowId: row.managementCompanyAssetCertificationId,
    kind: 'denial',
    title: `Denial of certification application ${number}`,
    data: letter,
  })
}

/** Removes the results of a decision: term, certificate and letter. */
export async function withdrawDecision(context: AnyContext, row: ApplicationRow): Promise<void> {
  await context.db
    .updateTable('managementCompanyAssetCertification')
    .set({
      certifiedOn: null,
      startsOn: null,
      expiresOn: null,
      certifiedSince: null,
      reminderDays: null,
      decisionDocument: null,
    })
    .where('managementCompanyAssetCertificationId', '=', row.managementCompanyAssetCertificationId)
    .execute()
}
