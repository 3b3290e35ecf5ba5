import { type RawBuilder, sql } from 'kysely'
import { TaskType, taskSettings } from '#core/portfolio/tasks/model/index.ts'
import { mustFileTaskSql } from '#core/portfolio/tasks/server/index.ts'
import { formatDate, getMonthStart, monthName } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MonthInput, RowInput, RowResult } from '../model/calls.ts'
import { type MonthRow, occupancies } from '../model/occupancies.ts'
import { gatherMonths, type MonthToSave } from './flatRows.ts'
import { refreshOccupancyTasks } from './occupancies.ts'
import { insertRooms, storeRooms, storeTotals } from './rooms.ts'

const getKey = ({ propertyId, periodDate }: { propertyId: number; periodDate: string }): string =>
  `${propertyId} ${getMonthStart(periodDate)}`

/** SQL: the input rows as a table. */
const inputTableSql = (rows: readonly MonthInput[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, periodDate: getMonthStart(row.periodDate) })))}::jsonb)
    as d ("propertyId" integer, "periodDate" date, "clientKey" uuid, "isFlat" boolean)`

/**
 * Creates the months that do not exist yet, if the property files occupancy and the caller may write. Three
 * statements. Returns their ids.
 */
async function createMissing(context: AnyContext, rows: readonly MonthToSave[]): Promise<Set<number>> {
  const { db, actor, settings } = context
  const units = await settings.get(taskSettings.unitThreshold)
  const beyond = Object.keys(occupancies.beyond?.fields ?? {}).join(' ')
  const result = await sql<{ id: number }>`
    with begun as (insert into project_occupancy (property_id, period_date, units, created_by, client_key,
      not_given)
      select p.property_id, d."periodDate", p.total_units, ${actor.userId}::integer, d."clientKey",
      case when d."isFlat" then ${beyond} end
      from ${inputTableSql(rows)} join property p on p.property_id = d."propertyId"
      where d."periodDate" <= ${settings.today()}::date and ${mustFileTaskSql(TaskType.Occupancy, units)}
        and ((select kernel.writes_all()) or p.property_id = any ((select kernel.write_scope())::integer[]))
        and not exists (select from project_occupancy o where o.property_id = p.property_id
        and o.period_date = d."periodDate")
      on conflict do nothing returning project_occupancy_id, property_id),
    recorded as (insert into status_history (entity, row_id, property_id, from_status_id, to_status_id,
    action, user_id, request_id)
      select ${occupancies.flow.entity}, project_occupancy_id, property_id, null,
      ${RequestStatus.NOT_SUBMITTED}, 'create', ${actor.userId}::integer, ${context.request.id}
      from begun)
    select project_occupancy_id as id from begun`.execute(db)
  const ids = result.rows.map((row) => row.id)
  await insertRooms(context, ids)
  return new Set(ids)
}

/**
 * Loads and locks the months of the input that the caller may change, by their key. Locking in the order of
 * ids avoids deadlocks.
 */
async function lockMonths({ db }: AnyContext, rows: readonly MonthInput[]): Promise<Map<string, MonthRow>> {
  const locked =
    await sql<MonthRow>`select o.* from project_occupancy o where (o.property_id, o.period_date) in
      (select d."propertyId", d."periodDate" from ${inputTableSql(rows)})
      order by o.project_occupancy_id for update`.execute(db)
  return new Map(locked.rows.map((row) => [getKey(row), row]))
}

/** Loads who last changed these months, in words by id. One statement. */
async function loadLastChanges(
  { db, services }: AnyContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const result = await sql<{
    id: number
    name: string
    at: string
  }>`select distinct on (l.row_id) l.row_id as id,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'the system') as name, l.changed_at as at
    from audit_log l left join app_user u on u.user_id = l.user_id
    where l.table_name = 'project_occupancy' and l.row_id = any (${[...ids]}::integer[])
    order by l.row_id, l.changed_at desc`.execute(db)
  const zone = services.config.agencyZone
  return new Map(
    result.rows.map(({ id, name, at }) => [
      id,
      `${name} changed this month on ${formatDate(at, 'MM/DD/YYYY h:mm A', zone)}.`,
    ]),
  )
}

/**
 * Returns the reason why a month is not stored; null if it is. `stale` means that another person changed the
 * month since it was loaded.
 */
function getRefusal(
  { actor }: AnyContext,
  payload: MonthToSave,
  row: MonthRow | undefined,
  createdIds: ReadonlySet<number>,
) {
  if (!row) return `${monthName(payload.periodDate)} cannot be entered for this property.`
  if (payload.projectOccupancyId && payload.projectOccupancyId !== row.projectOccupancyId)
    return 'This month was not found.'
  if (!canEdit(occupancies.flow, row, actor))
    return 'This month has been submitted and can no longer be edited here.'
  const isRepeated = payload.clientKey != null && payload.clientKey === row.clientKey
  if (payload.projectOccupancyId) return (payload.version ?? row.version) === row.version ? null : 'stale'
  // A row of one unit type names no record: it belongs to the draft of its month.
  if (createdIds.has(row.projectOccupancyId) || isRepeated || payload.isFlat) return null
  if (payload.clientKey != null) return 'stale'
  return `${monthName(payload.periodDate)} of this property is ${occupancies.numberOf(row.projectOccupancyId)} already.`
}

/** Stores the record's own fields of several months and raises their versions: one statement. */
async function updateMonths(
  { db }: AnyContext,
  rows: readonly (MonthToSave & { id: number })[],
): Promise<Map<number, number>> {
  const ifGiven = (name: string, type: string) =>
    sql`case when d.sent ? ${sql.lit(name)} then (d.sent ->> ${sql.lit(name)})::${sql.raw(type)} else `
  const updated = await sql<{
    id: number
    version: number
  }>`update project_occupancy o set version = o.version + 1,
      why_below = ${ifGiven('whyBelow', 'text')} o.why_below
      end, steps_taken = ${ifGiven('stepsTaken', 'text')} o.steps_taken end,
      inquiries = ${ifGiven('inquiries', 'integer')} o.inquiries
      end, applications = ${ifGiven('applications', 'integer')} o.applications end,
      comments = ${ifGiven('comments', 'text')} o.comments end,
      not_given = case when (d.sent ->> 'isFlat')::boolean then o.not_given end
    from (select (value ->> 'id')::integer as id, value as sent
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb)) d
    where o.project_occupancy_id = d.id returning o.project_occupancy_id as id, o.version`.execute(db)
  return new Map(updated.rows.map((row) => [row.id, row.version]))
}

/**
 * Stores the changes of several properties: each is its own record and version, so a refused one does not
 * stop the others. A dozen statements for any number of properties.
 */
export async function saveRows(context: AnyContext, rows: readonly RowInput[]): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const { months, indexes } = await gatherMonths(context, rows)
  const outcomes = await saveMonths(context, months)
  return indexes.map((index) => outcomes[index]!)
}

async function saveMonths(context: AnyContext, rows: readonly MonthToSave[]): Promise<RowResult[]> {
  const createdIds = await createMissing(
    context,
    rows.filter((row) => !row.projectOccupancyId),
  )
  const locked = await lockMonths(context, rows)
  const attempts = rows.map((payload) => {
    const row = locked.get(getKey(payload))
    return { sent: payload, row, refused: getRefusal(context, payload, row, createdIds) }
  })
  const stale = attempts.flatMap(({ row, refused }) =>
    refused === 'stale' && row ? [row.projectOccupancyId] : [],
  )
  const changes = stale.length > 0 ? await loadLastChanges(context, stale) : new Map<number, string>()
  const accepted = attempts.flatMap(({ sent, row, refused }) =>
    refused === null && row ? [{ ...sent, id: row.projectOccupancyId, rooms: sent.rooms ?? [] }] : [],
  )
  const versions = await updateMonths(context, accepted)
  if (accepted.length > 0)
    await storeTotals(
      context,
      await storeRooms(
        context,
        accepted.map(({ id, rooms }) => ({ projectOccupancyId: id, rooms })),
      ),
    )
  if (createdIds.size > 0) await refreshOccupancyTasks(context)
  return attempts.map(({ sent, row, refused }) => ({
    propertyId: sent.propertyId,
    periodDate: getMonthStart(sent.periodDate),
    projectOccupancyId: row?.projectOccupancyId ?? 0,
    version: (row && versions.get(row.projectOccupancyId)) ?? row?.version ?? 0,
    statusId: row?.statusId ?? RequestStatus.NOT_STARTED,
    refused:
      refused === 'stale'
        ? (changes.get(row?.projectOccupancyId ?? 0) ??
          'Somebody else has changed this month in the meantime.')
        : refused,
  }))
}
