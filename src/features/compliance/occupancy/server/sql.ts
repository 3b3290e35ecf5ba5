import { type RawBuilder, sql } from 'kysely'
import { getOccupancyMonthsSql } from '#core/portfolio/occupancy/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { isOverdueSql } from '#core/portfolio/tasks/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { statusIs } from '#kernel/server/statusSql.ts'

type Sql = RawBuilder<unknown>

/** SQL: the task type of occupancy, as a literal. */
export const occupancyTaskType = sql.lit(TaskType.Occupancy)

/** SQL: the entered values of a line `l`, with the name of its unit type `t`, as screens show it. */
const roomObject = sql`jsonb_build_object('projectRoomTypeId', l.project_room_type_id,
  'name', coalesce(t.name, case when l.project_room_type_id is null then 'All units' else 'Unit type'
  end), 'bedrooms', t.bedrooms,
  'units', l.units, 'vacantCount', l.vacant_count, 'offLineCount', l.off_line_count, 'noticeCount',
  l.notice_count,
  'moveIns', l.move_ins, 'moveOuts', l.move_outs, 'waitingList', l.waiting_list,
  'specialNeedsCount', l.special_needs_count, 'specialNeedsDetails', l.special_needs_details)`

/** SQL: the vacant units of a line `l`, ready to rent or off line; `getVacant` computes the same. */
export const lineVacantSql: RawBuilder<number | null> = sql`(l.vacant_count + l.off_line_count)`

/**
 * SQL: the unit types with vacancy figures of the filed months, as a table to join: property_id,
 * project_occupancy_id, period_date, project_room_type_id, name, bedrooms, units and vacant.
 */
export const unitTypeMonths = (): Sql => sql`(
  select m.property_id, m.project_occupancy_id, m.period_date, l.project_room_type_id,
    coalesce(t.name, 'All units') as name, t.bedrooms, l.units, ${lineVacantSql} as vacant
  from ${getOccupancyMonthsSql()} m
  join project_occupancy_room l on l.project_occupancy_id = m.project_occupancy_id
  ${joinRoomName} where l.units > 0 and ${lineVacantSql} is not null)`

const joinRoomName = sql`left join property_room_type k on k.property_id = l.property_id
  and k.project_room_type_id = l.project_room_type_id
  left join room_type t on t.room_type_id = k.room_type_id`

/** SQL: the unit types of a stored month, smallest first. */
export const roomsSql = (projectOccupancyId: Sql): Sql => sql`(
  select coalesce(jsonb_agg(${roomObject} order by t.bedrooms nulls first, l.position), '[]')
  from project_occupancy_room l ${joinRoomName} where l.project_occupancy_id = ${projectOccupancyId})`

/**
 * SQL: the lines of a new month of a property: one per unit type, or one for all units if unit types are
 * unknown. Special-needs households are copied from the latest earlier month; the other values are empty.
 */
export const newLinesSql = (propertyId: Sql, units: Sql, month: Sql): Sql => sql`
  select ${propertyId}::integer as property_id, k.project_room_type_id, coalesce(k.count, ${units}) as units,
    null::integer as vacant_count, null::integer as off_line_count, null::integer as notice_count,
    null::integer as move_ins,
    '{}'::jsonb as move_outs, null::integer as waiting_list, coalesce(k.special_needs_count,
    0) as special_needs_count,
    coalesce(b.special_needs_details, '[]') as special_needs_details,
    (row_number() over (order by k.project_room_type_id))::integer as position
  from (select 1) one left join property_room_type k on k.property_id = ${propertyId} and k.count > 0
  left join lateral (select l.special_needs_details from project_occupancy_room l
  join project_occupancy e using (project_occupancy_id)
    where e.property_id = ${propertyId} and e.period_date < ${month}
    and l.project_room_type_id is not distinct from k.project_room_type_id
    order by e.period_date desc limit 1) b on true`

/** SQL: the lines of a new month as JSON, in the form that screens show. */
export const newRoomsSql = (propertyId: Sql, units: Sql, month: Sql): Sql => sql`(
  select jsonb_agg(${roomObject} order by t.bedrooms nulls first, l.position)
  from (${newLinesSql(propertyId, units, month)}) l ${joinRoomName})`

/** SQL: the due date of a property's month, from its task. */
export const dueDateSql = (
  propertyId: Sql,
  month: Sql,
): Sql => sql`(select i.due_date::text from task_instance i
  where i.property_id = ${propertyId} and i.task_type_id = ${occupancyTaskType} and i.period_start = ${month}
  limit 1)`

/** SQL: whether the month of task `i` is due and missing on a day. */
export const isMissingSql = (today: string): RawBuilder<boolean> => isOverdueSql(today)

/**
 * SQL: whether property `p` has to report a month and has not submitted it; `isNotReported` checks the same.
 */
export const isNotReportedSql = (
  month: string,
): RawBuilder<boolean> => sql`(exists (select from task_instance i
    where i.property_id = p.property_id and i.task_type_id = ${occupancyTaskType}
    and i.period_start = ${month}::date)
  and not exists (select from ${getOccupancyMonthsSql()} m where m.property_id = p.property_id
  and m.period_date = ${month}::date))`

/** SQL: how many days after its due day a month was submitted; null if it was on time. */
export const daysLateSql = (submitted: Sql, due: Sql): RawBuilder<number | null> =>
  sql`nullif(greatest(0, ${agencyDay(submitted)} - ${due}), 0)`

/** SQL: the first days of a property's due and missing months before another month, earliest first. */
export const missingMonthsSql = (
  propertyId: Sql,
  month: Sql,
  today: string,
): Sql => sql`array(select i.period_start::text from task_instance i
  where i.property_id = ${propertyId} and i.task_type_id = ${occupancyTaskType} and i.period_start < ${month}
    and ${isMissingSql(today)} order by i.period_start)`

/** SQL: the summary of the filed month before another one, which that month displays. */
export const previousMonthSql = (
  propertyId: Sql,
  month: Sql,
): Sql => sql`(select jsonb_build_object('projectOccupancyId', e.project_occupancy_id,
    'periodDate', e.period_date, 'statusId', e.status_id, 'units', e.units, 'vacantUnits', e.vacant_units,
    'offLineUnits', e.off_line_units,
    'waitingList', e.waiting_list, 'whyBelow', e.why_below, 'stepsTaken', e.steps_taken, 'rooms',
    ${roomsSql(sql`e.project_occupancy_id`)})
  from project_occupancy e where e.property_id = ${propertyId}
  and e.period_date = (${month} - interval '1 month')::date and ${statusIs.filed('e')})`

/** SQL: the filed months of a property before another one, newest first. */
export const earlierMonthsSql = (
  propertyId: Sql,
  month: Sql,
): Sql => sql`(select coalesce(jsonb_agg(jsonb_build_object('periodDate', e.period_date,
    'units', e.units, 'vacant', e.vacant_units) order by e.period_date desc), '[]')
  from project_occupancy e where e.property_id = ${propertyId} and e.period_date < ${month}
  and ${statusIs.filed('e')})`
