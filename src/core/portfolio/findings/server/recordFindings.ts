import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { FindingStatus } from '../model/entities.ts'
import { isOpenSql, sqlFinding } from './sql.ts'

/** A new finding that another module opens, for example when it decides on a record. */
export type NewFinding = {
  propertyId: number
  nonComplianceTypeId: number
  /** The module's name as a source, and the id of its record. Each record has at most one open finding. */
  source: string
  sourceId: number
  title: string
  description?: string | null
  /** The screen of the record; null if the finding must not reveal its source. */
  path: string | null
  /** False if only the agency may see the finding. */
  visibleToCompany?: boolean
}

/**
 * Opens a finding with the severity, cure day and blocking effect of its kind, and returns its id. If a
 * finding of the same record is already open, returns that one unchanged. Runs one statement, and a second
 * one for the history of a new finding.
 */
export async function openFinding(context: AnyContext, newFinding: NewFinding): Promise<number> {
  const {
    propertyId,
    nonComplianceTypeId,
    source,
    sourceId,
    title,
    description = null,
    path,
    visibleToCompany = true,
  } = newFinding
  const today = context.settings.today()
  const result = await sql<{ id: number; isNew: boolean }>`
    with opened as (insert into non_compliance (property_id, non_compliance_type_id, severity, blocking, title,
    description, source, source_id,
        source_path, visible_to_company, opened_on, cure_by, original_cure_by, created_by_id)
      select ${propertyId}, t.non_compliance_type_id, t.severity, t.blocking, ${title}, ${description},
      ${source}, ${sourceId}, ${path}, ${visibleToCompany},
        ${today}::date, ${today}::date + t.cure_days, ${today}::date + t.cure_days, ${context.actor.userId}
      from non_compliance_type t where t.non_compliance_type_id = ${nonComplianceTypeId}
      on conflict (source, source_id) where status_id in (${sqlFinding.OPEN}, ${sqlFinding.RESPONDED})
      and source_id is not null do nothing returning non_compliance_id)
    select non_compliance_id as id, true as is_new from opened
    union all select n.non_compliance_id, false from non_compliance n where n.source = ${source}
    and n.source_id = ${sourceId} and ${isOpenSql}`.execute(context.db)
  const { id, isNew } = result.rows[0]!
  if (isNew)
    await writeHistory(context, 'NonCompliance', id, propertyId, null, FindingStatus.OPEN, 'open', null)
  return id
}

/** Closes the open finding of a record with a note, if there is one. Runs one statement. */
export const closeFinding = (
  { db, settings, actor }: AnyContext,
  findingSource: Pick<NewFinding, 'source' | 'sourceId'>,
  note: string,
) =>
  sql`with closed as (update non_compliance n set status_id = ${sqlFinding.CLOSED},
    closed_on = ${settings.today()}::date, closing_note = ${note},
        version = n.version + 1
      from non_compliance previous where previous.non_compliance_id = n.non_compliance_id
      and n.source = ${findingSource.source}
      and n.source_id = ${findingSource.sourceId} and ${isOpenSql}
      returning n.non_compliance_id, n.property_id, previous.status_id)
    insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason,
    user_id)
    select 'NonCompliance', non_compliance_id, property_id, status_id, ${sqlFinding.CLOSED}, 'close', ${note},
    ${actor.userId} from closed`.execute(db)

/** Hides the findings of a record from the company. Runs one statement. */
export const hideFindings = ({ db }: AnyContext, findingSource: Pick<NewFinding, 'source' | 'sourceId'>) =>
  sql`update non_compliance n set visible_to_company = false, version = n.version + 1
    where n.source = ${findingSource.source} and n.source_id = ${findingSource.sourceId}
    and n.visible_to_company`.execute(db)
