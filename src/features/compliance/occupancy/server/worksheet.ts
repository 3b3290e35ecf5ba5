import { sql } from 'kysely'
import { getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { inScope, isAgency } from '#kernel/model/access.ts'
import { getMonthStart } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ListedProperty, Sheet, SheetRow } from '../model/calls.ts'
import { type MonthRow, occupancies } from '../model/occupancies.ts'
import { applyTerms, factColumnsSql, loadOccupancyTerms, type MonthFactsRow } from './facts.ts'
import { getMonthToReport } from './occupancies.ts'
import { dueDateSql, missingMonthsSql, newRoomsSql, occupancyTaskType, roomsSql } from './sql.ts'

/**
 * Returns the user whose worksheet is requested: the caller, or for the agency anyone. 0 means the caller.
 */
function getUserId({ actor }: AnyContext, requestedUserId: number): number {
  const userId = requestedUserId || actor.userId
  if (userId !== actor.userId && !isAgency(actor)) refuse.notFound('This person')
  return userId
}

/** SQL: the properties `p` that a user may read and that have to report a month, or did. */
const reportingSql = (userId: number, month: string) => sql`
  from (select kernel.scope(${userId}, 'Occupancy', 'read') as properties offset 0) w cross join property p
  left join project_occupancy o on o.property_id = p.property_id and o.period_date = ${month}::date
  where (w.properties is null or p.property_id = any (w.properties)) and (o.project_occupancy_id is not null
    or exists (select from task_instance i where i.property_id = p.property_id
    and i.task_type_id = ${occupancyTaskType} and i.period_start = ${month}::date))`

type Row = MonthFactsRow &
  Omit<
    SheetRow,
    'canEdit' | 'statusLabel' | 'today' | 'explains' | 'explainBelow' | 'exempt' | 'belowBefore'
  > &
  Pick<MonthRow, 'filedCompanyId'>

type WorksheetQuery = { month?: string | null | undefined; propertyId?: number | undefined }

/**
 * Loads all properties that a person reports for in a month, or one of them, with last month for comparison,
 * in two statements for any number.
 */
export async function loadWorksheet(
  context: AnyContext,
  requestedUserId: number,
  { month: wanted, propertyId }: WorksheetQuery,
): Promise<Sheet> {
  const { db, settings } = context
  const userId = getUserId(context, requestedUserId)
  const month = getMonthStart(wanted ?? getMonthToReport(context))
  const today = settings.today()
  const day = sql`${month}::date`
  const person = await sql<{
    name: string
  }>`select trim(first_name || ' ' || last_name) as name from app_user where user_id = ${userId}`.execute(db)
  const result = await sql<Row>`select p.property_id, p.name as property_name, p.agency_number, p.city,
      (select c.name from management_company c
      where c.management_company_id = p.management_company_id) as company_name,
      coalesce(o.project_occupancy_id, 0) as project_occupancy_id, coalesce(o.version, 0) as version,
      coalesce(o.status_id, ${RequestStatus.NOT_STARTED}) as status_id,
      o.submitted, o.return_reason, o.why_below, o.steps_taken, o.inquiries, o.applications, o.comments,
      o.filed_company_id, ${month}::text as period_date,
      case when o.project_occupancy_id is null then
      ${newRoomsSql(sql`p.property_id`, sql`p.total_units`, day)}
      else ${roomsSql(sql`o.project_occupancy_id`)} end as rooms,
      ${factColumnsSql(day, today)}
    ${reportingSql(userId, month)}
    and ${propertyId === undefined ? sql`true` : sql`p.property_id = ${propertyId}`}
    order by lower(p.name), p.property_id`.execute(db)
  const terms = await loadOccupancyTerms(context)
  const rows = result.rows.map((row) => toSheetRow(context, row, terms))
  const dueDate = rows.find((row) => row.dueDate)?.dueDate ?? null
  return {
    userId,
    userName: person.rows[0]?.name ?? '',
    month,
    today,
    dueDate,
    explainBelow: terms.explainBelow,
    rows,
  }
}

function toSheetRow(
  { actor, settings }: AnyContext,
  row: Row,
  terms: Awaited<ReturnType<typeof loadOccupancyTerms>>,
): SheetRow {
  const { before, totalUnits, serviceDate, filedCompanyId, ...monthFields } = row
  const isBegun = row.projectOccupancyId > 0
  const state = { ...row, statusId: isBegun ? row.statusId : RequestStatus.NOT_SUBMITTED }
  return {
    ...monthFields,
    ...applyTerms(row, terms),
    today: settings.today(),
    statusLabel: occupancies.labelOf(row.statusId, row.submitted),
    canEdit: inScope(actor.scope.write, row.propertyId) && canEdit(occupancies.flow, state, actor),
  }
}

/** Loads the same properties with one line each, for lists. One statement. */
export async function loadListedProperties(
  context: AnyContext,
  requestedUserId: number,
  requestedMonth?: string | null,
): Promise<ListedProperty[]> {
  const userId = getUserId(context, requestedUserId)
  const month = getMonthStart(requestedMonth ?? getMonthToReport(context))
  const day = sql`${month}::date`
  const result = await sql<Omit<ListedProperty, 'statusLabel'>>`select p.property_id, p.name as property_name,
      (select c.name from management_company c
      where c.management_company_id = p.management_company_id) as company_name,
      ${month}::text as period_date, ${dueDateSql(sql`p.property_id`, day)} as due_date,
      o.project_occupancy_id,
      coalesce(o.status_id, ${RequestStatus.NOT_STARTED}) as status_id, o.submitted, coalesce(o.units,
      p.total_units) as units, o.vacant_units,
      o.move_ins, o.move_outs, o.waiting_list,
      ${getOccupancySql(sql`o.units`, sql`o.vacant_units`)} as occupancy,
      cardinality(${missingMonthsSql(sql`p.property_id`, day, context.settings.today())}) as missing
    ${reportingSql(userId, month)} order by lower(p.name), p.property_id`.execute(context.db)
  return result.rows.map((row) => ({ ...row, statusLabel: occupancies.labelOf(row.statusId, row.submitted) }))
}
