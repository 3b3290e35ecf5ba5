import { type RawBuilder, sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Output } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FindingDetail, FindingLine, queryFindings } from '../model/calls.ts'
import {
  computeCureDayLimits,
  type ExtensionMonths,
  getOpenerFault,
  mayAnswerFinding,
} from '../model/rules.ts'
import { findingSettings } from '../model/settings.ts'
import { loadFindingLinks } from './sources.ts'
import { isBlockingSql, isOpenSql, sqlFinding } from './sql.ts'

/**
 * SQL: the list columns of findings `n`. An answered finding has no days left to cure, because it waits for
 * the agency.
 */
const lineColumns = (
  today: string,
) => sql`n.non_compliance_id, n.property_id, p.name as property_name, p.city, p.management_company_id,
  c.name as management_company_name, n.non_compliance_type_id, t.name as type_name, n.status_id, n.severity,
  n.title, n.opened_on, n.cure_by,
  case when n.status_id = ${sqlFinding.OPEN} then n.cure_by - ${today}::date
  end as days_left, coalesce(n.closed_on, ${today}::date) - n.opened_on as days_open,
  ${isBlockingSql} as blocks, n.waived_on, n.visible_to_company, n.closed_on, n.closing_note, n.source_path,
  n.version`

const tables = sql`non_compliance n join non_compliance_type t using (non_compliance_type_id)
  join property p on p.property_id = n.property_id
  left join management_company c on c.management_company_id = p.management_company_id`

/**
 * Loads the findings `n` that match `condition`, ordered by severity and then by cure day. Runs one
 * statement.
 */
export async function loadFindingLines(
  { db, settings }: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<FindingLine[]> {
  const result =
    await sql<FindingLine>`select ${lineColumns(settings.today())} from ${tables} where ${condition}
    order by n.severity, n.cure_by nulls last, p.name, n.non_compliance_id`.execute(db)
  return result.rows
}

type FindingQuery = NonNullable<Output<typeof queryFindings.body>>

/**
 * SQL: whether a finding `n` matches a query. Null, 0 and missing values do not filter, except property
 * status 0.
 */
export function matchesQuerySql({ actor }: AnyContext, query: FindingQuery): RawBuilder<boolean> {
  const { open, managementCompanyId, projectId, typeId, from, to, propertyStatus, isAdmin } = query
  const conditions = [
    ...(isAdmin && isAgency(actor) ? [] : [sql`n.status_id <> ${sqlFinding.REMOVED}`]),
    ...(open === true ? [isOpenSql] : open === false ? [sql`not ${isOpenSql}`] : []),
    ...(managementCompanyId ? [sql`p.management_company_id = ${managementCompanyId}`] : []),
    ...(projectId ? [sql`n.property_id = ${projectId}`] : []),
    ...(typeId ? [sql`n.non_compliance_type_id = ${typeId}`] : []),
    ...(from ? [sql`n.opened_on >= ${from}::date`] : []),
    ...(to ? [sql`n.opened_on <= ${to}::date`] : []),
    ...(propertyStatus === null || propertyStatus === undefined
      ? []
      : [sql`p.status_id = ${propertyStatus}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * Loads the two-person setting and returns a function: given the person who opened a finding, it returns
 * why the caller may not close, waive, accept or remove it, or null if the caller may.
 */
export async function loadOpenerCheck(
  context: AnyContext,
): Promise<(openedById: number | null) => string | null> {
  const twoPerson = await context.settings.get(findingSettings.twoPerson)
  return (openedById) => getOpenerFault(context.actor, openedById, twoPerson)
}

/** Loads by how many months a cure day is extended at most. */
export const loadExtensionMonths = async ({ settings }: AnyContext): Promise<ExtensionMonths> => ({
  months: await settings.get(findingSettings.extensionMonths),
  managerMonths: await settings.get(findingSettings.managerExtensionMonths),
})

const personNameSql = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

type FindingAccess = { writesThere: boolean; createdById: number | null }

/** Loads a finding for its screen. Refuses with 404 if the caller may not see it. Runs five statements. */
export async function loadFindingDetail(context: AnyContext, id: number): Promise<FindingDetail> {
  const { db, settings, actor } = context
  const today = settings.today()
  const agency = isAgency(actor)
  const result = await sql<
    Omit<FindingDetail, 'mayAnswer' | 'openerFault' | 'history' | 'today' | 'links' | 'cureDayLimits'> &
      FindingAccess
  >`
    select ${lineColumns(today)}, n.description, n.comment_to_owner,
    ${agency ? sql`n.internal_note` : sql`null::text`} as internal_note, n.blocking, n.source,
      n.original_cure_by, n.extension_reason, n.response, n.responded_at,
      ${personNameSql('r')} as responded_by_name,
      ${personNameSql('k')} as closed_by_name,
      ${personNameSql('w')} as waived_by_name, n.waiver_reason, n.waived_until,
      ${personNameSql('o')} as created_by_name,
      n.created_by_id,
      n.property_id = any (kernel.held_properties(kernel.finding_key(n.non_compliance_type_id),
      'write')) as writes_there
    from ${tables} left join app_user r on r.user_id = n.responded_by_id left
    join app_user k on k.user_id = n.closed_by_id
    left join app_user w on w.user_id = n.waived_by_id left join app_user o on o.user_id = n.created_by_id
    where n.non_compliance_id = ${id}`.execute(db)
  const { writesThere, createdById, ...row } = result.rows[0] ?? refuse.notFound('This finding')
  const auditTables = [{ table: 'non_compliance', ids: [id] }]
  return {
    ...row,
    today,
    cureDayLimits: computeCureDayLimits(
      row.originalCureBy ?? today,
      row.nonComplianceTypeId,
      await loadExtensionMonths(context),
    ),
    links: await loadFindingLinks(context, id),
    mayAnswer: mayAnswerFinding(actor, row.statusId, writesThere),
    openerFault: (await loadOpenerCheck(context))(createdById),
    history: await loadHistory(context, 'NonCompliance', id, auditTables, agency ? [] : ['internal_note']),
  }
}
