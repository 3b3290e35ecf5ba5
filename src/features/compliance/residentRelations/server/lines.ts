import { type RawBuilder, sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { unseal } from '#core/portfolio/households/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { literals } from '#kernel/server/statusSql.ts'
import type { MatterDetail, MatterLine, ProjectLine } from '../model/calls.ts'
import { MatterStatus, sealedFields } from '../model/entities.ts'
import { canTakeStep, getNotSentReason } from '../model/rules.ts'
import { canReadResident, hasResidentDataRight, type Matter, maskForCaller } from './sealed.ts'

const status = literals(MatterStatus)

/** Returns the number of a matter: `RR-12`. */
export const getMatterNumber = (id: number): string => `RR-${id}`

/**
 * SQL: whether the reply to matter `m` is overdue: past the hour for life safety, otherwise past the day. An
 * answer stops the clock until the company is asked again.
 */
export const isLateSql = (now: Date) => {
  const present = sql`${now.toISOString()}::timestamptz`
  // An answer of older records may have no time of its own.
  const moment = sql`case when m.status_id = ${status.ANSWERED} then coalesce(m.responded_at, ${present})
    else ${present} end`
  return sql<boolean>`(m.status_id < ${status.CLOSED} and case when m.life_safety then m.due_at < (${moment})
    else ${agencyDay(sql`m.due_at`)} < ${agencyDay(sql`(${moment})`)} end)`
}
const personName = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

/** Loads the matters `m` that match the condition, open ones first, then by due date. One statement. */
export async function loadMatterLines(
  { db, services, actor }: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<MatterLine[]> {
  const agency = isAgency(actor)
  const result = await sql<
    Omit<MatterLine, 'number'>
  >`select m.resident_relations_id, m.property_id, p.name as property_name,
      m.resident_relations_issue_type_id, t.name as type_name, m.status_id, m.received_on, m.channel,
      m.life_safety, m.confidential, m.unit, m.due_at,
      ${isLateSql(services.now())} as late, ${agency ? personName('u') : sql`null::text`} as assigned_to_name,
      m.sent_at, m.closed_at, ${agency ? sql`m.satisfaction` : sql`null::integer`} as satisfaction
    from resident_relations m join resident_relations_issue_type t using (resident_relations_issue_type_id)
    join property p on p.property_id = m.property_id
    left join app_user u on u.user_id = m.assigned_to_id
    where ${condition} order by m.status_id = ${status.CLOSED}, m.due_at, m.resident_relations_id`.execute(db)
  return result.rows.map((row) => ({
    ...row,
    unit: unseal(row.unit),
    number: getMatterNumber(row.residentRelationsId),
  }))
}

/** Loads the properties with matters and their counts, those with late matters first. One statement. */
export async function loadProjectLines({ db, services }: AnyContext): Promise<ProjectLine[]> {
  const result = await sql<ProjectLine>`select m.property_id, p.name as property_name, p.city,
      c.name as management_company_name, count(*)::integer as total,
      (count(*) filter (where m.status_id < ${status.CLOSED}))::integer as open,
      (count(*) filter (where ${isLateSql(services.now())}))::integer as late,
      (count(*) filter (where m.status_id < ${status.CLOSED} and m.life_safety))::integer as life_safety,
      max(m.received_on) as last_received
    from resident_relations m join property p using (property_id) left
    join management_company c on c.management_company_id = p.management_company_id
    group by 1, 2, 3, 4 order by late desc, open desc, 2`.execute(db)
  return result.rows
}

type MatterRow = Matter &
  Pick<
    MatterDetail,
    | 'propertyName'
    | 'typeName'
    | 'late'
    | 'assignedToName'
    | 'respondedByName'
    | 'closedByName'
    | 'createdByName'
    | 'finding'
  > & {
    writesThere: boolean
  }

/** Loads a matter with everything its screen shows; 404 if the caller may not see it. Five statements. */
export async function loadMatterDetail(context: AnyContext, id: number): Promise<MatterDetail> {
  const { db, services, actor } = context
  const agency = isAgency(actor)
  const result = await sql<MatterRow>`select m.*, p.name as property_name, t.name as type_name,
      ${isLateSql(services.now())} as late,
      ${agency ? personName('u') : sql`null::text`} as assigned_to_name,
      ${personName('r')} as responded_by_name,
      (select jsonb_build_object('nonComplianceId', n.non_compliance_id, 'title', n.title)
      from non_compliance n where n.non_compliance_id = m.non_compliance_id) as finding,
      ${personName('k')} as closed_by_name, ${personName('o')} as created_by_name,
      m.property_id = any (kernel.held_properties('Compliance_Forms', 'write')) as writes_there
    from resident_relations m join resident_relations_issue_type t using (resident_relations_issue_type_id)
    join property p on p.property_id = m.property_id
    left join app_user u on u.user_id = m.assigned_to_id left join app_user r on r.user_id = m.responded_by_id
    left join app_user k on k.user_id = m.closed_by_id left join app_user o on o.user_id = m.created_by_id
    where m.resident_relations_id = ${id}`.execute(db)
  const { writesThere, ...row } = result.rows[0] ?? refuse.notFound('This matter')
  const hasRight = await hasResidentDataRight(context)
  const hidden = [
    ...sealedFields,
    ...(agency ? [] : (['satisfaction', 'assignedToId', 'nonComplianceId'] as const)),
  ].map(snakeCase)
  return {
    ...maskForCaller(context, row, hasRight),
    number: getMatterNumber(id),
    mayReadResident: canReadResident(context, row, hasRight),
    mayAnswer: !agency && writesThere && canTakeStep('answer', row.statusId),
    notSent: getNotSentReason(row),
    history: await loadHistory(
      context,
      'ResidentRelations',
      id,
      [{ table: 'resident_relations', ids: [id] }],
      hidden,
    ),
  }
}
