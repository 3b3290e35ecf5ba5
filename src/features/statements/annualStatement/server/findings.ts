import { sql } from 'kysely'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import { closeFinding, type FindingSource, openFinding } from '#core/portfolio/findings/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type StatementRow, statements } from '../model/statements.ts'

const source = 'statement'
const cardPath = '/afs/review/reportcard/'
const settledText = 'The statement is no longer closed in non-compliance. Closed by the portal.'

/** The findings about statements that were closed in non-compliance and are still in that status. */
export const nonCompliantStatements: FindingSource = {
  source,
  closingNote: settledText,
  rows: () => sql`select a.afs_id, a.property_id, ${sql.lit(FindingType.STATEMENT)},
    'Annual statement ' || a.year || ' closed in non-compliance',
      null::text, ${cardPath} || a.afs_id
    from annual_statement a where a.status_id = ${sqlStatus.REJECTED}`,
}

/** Whether a step leads to or from non-compliance. A step without a fixed target may do so. */
const changesNonCompliance = ({ from, to }: { from: readonly number[]; to: number | null }): boolean =>
  to === null || to === RequestStatus.REJECTED || from.includes(RequestStatus.REJECTED)

/**
 * Opens or closes the finding in the same transaction as the agency's step, so that requests are blocked or
 * released at once.
 */
export async function updateNonComplianceFinding(
  context: AnyContext,
  row: StatementRow,
  step: string,
): Promise<void> {
  const takenStep = statements.flow.steps[step]
  if (!isAgency(context.actor) || !takenStep || !changesNonCompliance(takenStep)) return
  const { afsId: sourceId, propertyId, year, statusId } = row
  if (statusId !== RequestStatus.REJECTED)
    return void (await closeFinding(context, { source, sourceId }, settledText))
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
