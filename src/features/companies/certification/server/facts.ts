import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ApplicationDetail, applications, CERTIFIED } from '../model/applications.ts'
import type { ApplicationRow } from '../model/rules.ts'
import { recomputeScore, type ScoredPart } from '../model/score.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import { computeCurrentScore, loadPerformance, loadPropertyOptions } from './performance.ts'
import { getDaysLeft } from './terms.ts'

/**
 * Loads the facts that an application's screen and rules need besides the application, in a constant number
 * of statements.
 */
export async function loadApplicationFacts(context: AnyContext, row: ApplicationRow) {
  const performance = isAgency(context.actor) ? await loadPerformance(context, row.managementCompanyId) : null
  return {
    properties: await loadPropertyOptions(context, row.managementCompanyId),
    known: performance,
    standing: await loadScore(context, row, performance),
    daysLeft: getDaysLeft(context, row),
    comingDocuments: !row.managementCompanyAssetCertificationId
      ? await loadCopiedDocumentTypes(context, row)
      : [],
  }
}

/** Loads the kinds of documents of the company's last application, which a new one copies. */
async function loadCopiedDocumentTypes({ db }: AnyContext, row: ApplicationRow): Promise<string[]> {
  const result = await sql<{ kind: string }>`select distinct document_type as kind from file
    where module_name = ${applications.module} and replaced_by_id is null and document_type is not null
    and module_id = (
      select max(management_company_asset_certification_id) from management_company_asset_certification
      where management_company_id = ${row.managementCompanyId}) order by 1`.execute(db)
  return result.rows.map((row) => row.kind)
}

/**
 * Loads the score: during the review computed from the current marks, afterwards the stored one. The company
 * gets it only after the decision.
 */
async function loadScore(
  context: AnyContext,
  row: ApplicationRow,
  performance: ApplicationDetail['known'],
): Promise<ApplicationDetail['standing']> {
  const passMark = await context.settings.get(rules.passMark)
  if (performance && row.statusId === RequestStatus.UNDER_REVIEW)
    return { ...(await computeCurrentScore(context, row, performance)), passMark }
  if (!row.scoreParts || (!performance && row.statusId < CERTIFIED)) return null
  return { total: row.score, parts: recomputeScore(row.scoreParts as ScoredPart[]).parts, passMark }
}

/** Stores the score with which the application is passed on; later data no longer changes it. */
export async function storeScore(context: AnyContext, row: ApplicationRow): Promise<void> {
  const performance = await loadPerformance(context, row.managementCompanyId)
  const { total, parts } = await computeCurrentScore(context, row, performance)
  await sql`update management_company_asset_certification set score = ${total},
    score_parts = ${JSON.stringify(parts)}
    where management_company_asset_certification_id = ${row.managementCompanyAssetCertificationId}`.execute(
    context.db,
  )
}
