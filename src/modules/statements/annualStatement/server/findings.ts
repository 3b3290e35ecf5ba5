import { sql } from 'kysely'
import { FindingType } from '#ground/portfolio/findings/model/index.ts'
import { closeFinding, type FindingSource, openFinding } from '#ground/portfolio/findings/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type StatementRow, statements } from '../model/statements.ts'

const source = 'statement'
const cardPath = '/afs/review/reportcard/'
const settled = 'The statement is no longer closed in non-compliance. Closed by the portal.'

/** Statements that were closed in non-compliance, until that is closed. */
export const nonCompliantStatements: FindingSource = {
  source,
  settled,
  rows: () => sql`select a.afs_id, a.property_id, ${sql.lit(FindingType.STATEMENT)},
    'Annual statement ' || a.year || ' closed in non-compliance',
      null::text, ${cardPath} || a.afs_id
    from annual_statement a where a.status_id = ${sqlStatus.REJECTED}`,
}

/** Whether a step leads to or from non-compliance. */
const concerns = ({ from, to }: { from: readonly number[]; to: number | null }): boolean =>
  to === null || to === RequestStatus.REJECTED || from.includes(RequestStatus.REJECTED)

/**
 * Opens or closes the finding together with the agency's own step, so that requests are blocked or released
 * at once.
 */
export async function findNonCompliance(context: AnyContext, row: StatementRow, step: string): Promise<void> {
  const takenStep = statements.flow.steps[step]
  if (!isAgency(context.actor) || !takenStep || !concerns(takenStep)) return
  const { afsId: sourceId, propertyId, year, statusId } = row
  if (statusId !== RequestStatus.REJECTED)
    return void (await closeFinding(context, { source, sourceId }, settled))
  const title = `Annual statement ${year} closed in non-compliance`
  const path = `${cardPath}${sourceId}`
  await openFinding(context, {
    propertyId,
    nonComplianceTypeId: FindingType.STATEMENT,
    source,
    sourceId,
    title,
    path,
  })
}
