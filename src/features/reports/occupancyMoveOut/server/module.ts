import { type RawBuilder, sql } from 'kysely'
import { getOccupancyMonthsSql } from '#core/portfolio/occupancy/server/index.ts'
import type { Grouping } from '#engines/report/model/index.ts'
import { createReportsModule, reportGroupSql, serveReport, shareSql } from '#engines/report/server/index.ts'
import { moveOutReasons, type ReasonCode } from '#features/compliance/occupancy/model/index.ts'
import { occupancyTaskType } from '#features/compliance/occupancy/server/index.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import occupancyMoveOut, { type Grain } from '../model/report.ts'

type Sql = RawBuilder<unknown>
type MoveOutQuery = {
  grain: Grain
  first: string
  last: string
  reason: ReasonCode | undefined
  bedrooms: number | undefined
}

/** SQL: the filed months of properties, with a mark on the newest month of each property. */
const buildMonths = (properties: Sql, { first, last }: MoveOutQuery): Sql => sql`
  select m.property_id, m.project_occupancy_id, m.period_date,
  m.period_date = max(m.period_date) over (partition by m.property_id) as newest,
    o.move_outs is not null as reported
  from property p join ${getOccupancyMonthsSql()} m on m.property_id = p.property_id
  join project_occupancy o on o.project_occupancy_id = m.project_occupancy_id
  where ${properties} and m.period_date between ${first}::date and ${last}::date`

/** SQL: the move-outs of a line `l`, for one reason or all; null in rows by reason, which count later. */
function moveOutsSql({ grain, reason }: MoveOutQuery): Sql {
  if (grain === 'reason' || grain === 'each') return sql`null::integer`
  if (reason) return sql`coalesce((l.move_outs ->> ${reason})::integer, 0)`
  return sql`coalesce((select sum(e.value::integer) from jsonb_each_text(l.move_outs) e), 0)`
}

/** SQL: the unit types of `months` with their move-outs, null in a month that did not report them. */
const buildLines = (query: MoveOutQuery): Sql => sql`
  select m.property_id, m.project_occupancy_id, m.period_date, m.newest, l.units, nullif(l.move_outs,
  '{}') as move_outs, t.bedrooms,
    case when not m.reported then null when l.move_outs = '{}' then 0 else ${moveOutsSql(query)} end as moved
  from months m join project_occupancy_room l on l.project_occupancy_id = m.project_occupancy_id
  left join property_room_type k on k.property_id = l.property_id
  and k.project_room_type_id = l.project_room_type_id
  left join room_type t on t.room_type_id = k.room_type_id
  where ${query.bedrooms === undefined ? sql`true` : sql`t.bedrooms = ${query.bedrooms}`}`

/** SQL: whether property `p` filed one of the months `l`, or must file months. */
const filedOrMustFile = sql`(l.property_id is not null or p.property_id in (select s.property_id
from task_schedule s
  where s.task_type_id = ${occupancyTaskType}))`
/** SQL: the units in the newest month of each property. */
const newestUnits = sql`(sum(l.units) filter (where l.newest))::integer`
const sharedUnits = sql`(select ${newestUnits} from lines l)`

/** SQL: null columns for those that a kind of row does not have. */
const nullColumns = {
  property: sql`null::integer as property_id, null::text as property`,
  month: sql`null::integer as project_occupancy_id, null::date as month`,
  reason: sql`null::text as reason_code, null::text as reason`,
  group: sql`null::text as group_name, null::integer as properties, null::integer as not_reported`,
  months: sql`null::integer as months`,
}

const labelByKey = sql`case e.key ${sql.join(
  moveOutReasons.map(({ code, label }) => sql`when ${sql.lit(code)} then ${sql.lit(label)}`),
  sql` `,
)} else e.key end`
const bedroomsLabel = sql`coalesce(case l.bedrooms when 0 then 'No bedroom' when 1 then '1 bedroom'
  else l.bedrooms || ' bedrooms' end, 'Not specified')`

/** SQL: the lines `l` with one entry `e` for each reason of move-outs. */
const entriesByReason = (reason: ReasonCode | undefined): Sql =>
  sql`from lines l cross join lateral jsonb_each_text(l.move_outs) e
    where e.value::integer > 0 ${reason ? sql`and e.key = ${reason}` : sql``}`

/** SQL: the rows of a kind from `lines`. Rows have either their own units or share all units. */
function buildRows(properties: Sql, { grain, reason }: MoveOutQuery): Sql {
  const moveOuts = sql`sum(l.moved)::integer as move_outs`
  switch (grain) {
    case 'property':
      return sql`select p.property_id, p.name as property, ${nullColumns.month}, ${nullColumns.reason},
      ${nullColumns.group},
          count(distinct l.period_date)::integer as months, ${newestUnits} as units, ${moveOuts},
          ${newestUnits} as own_units, null::integer as all_units
        from property p left join lines l on l.property_id = p.property_id where ${properties}
        and ${filedOrMustFile}
        group by p.property_id`
    case 'month':
      return sql`select ${nullColumns.property}, null::integer as project_occupancy_id,
      l.period_date as month,
        ${nullColumns.reason}, null::text as group_name,
          count(distinct l.property_id)::integer as properties, null::integer as not_reported,
          ${nullColumns.months},
          sum(l.units)::integer as units, ${moveOuts},
          null::integer as own_units, ${sharedUnits} as all_units
        from lines l group by l.period_date`
    case 'reason':
      return sql`select ${nullColumns.property}, ${nullColumns.month}, e.key as reason_code,
      ${labelByKey} as reason,
        ${nullColumns.group}, ${nullColumns.months},
          ${sharedUnits} as units, sum(e.value::integer)::integer as move_outs, null::integer as own_units,
          ${sharedUnits} as all_units
        ${entriesByReason(reason)} group by e.key`
    case 'each':
      return sql`select p.property_id, p.name as property, q.project_occupancy_id, q.period_date as month,
        q.key as reason_code, q.reason, ${nullColumns.group},
          ${nullColumns.months}, u.units, q.move_outs, null::integer as own_units, null::integer as all_units
        from (select l.property_id, l.project_occupancy_id, l.period_date, e.key, ${labelByKey} as reason,
        sum(e.value::integer)::integer as move_outs
            ${entriesByReason(reason)} group by 1, 2, 3, 4) q
        join (select l.project_occupancy_id, sum(l.units)::integer as units from lines l
        group by 1) u on u.project_occupancy_id = q.project_occupancy_id
        join property p on p.property_id = q.property_id`
    case 'bedrooms':
      return sql`select ${nullColumns.property}, ${nullColumns.month}, ${nullColumns.reason},
      ${bedroomsLabel} as group_name,
        count(distinct l.property_id)::integer as properties,
          null::integer as not_reported, ${nullColumns.months}, ${newestUnits} as units, ${moveOuts},
          ${newestUnits} as own_units,
          null::integer as all_units
        from lines l group by l.bedrooms`
    default:
      return buildGroupRows(grain, properties)
  }
}

/** SQL: the rows grouped by an attribute of properties, with a count of those that filed no month. */
const buildGroupRows = (groupKey: Grouping, properties: Sql): Sql => sql`
  select ${nullColumns.property}, ${nullColumns.month}, ${nullColumns.reason}, q.name as group_name,
  count(*)::integer as properties,
    (count(*) filter (where q.lines = 0))::integer as not_reported, ${nullColumns.months},
    sum(q.units)::integer as units, sum(q.moved)::integer as move_outs,
    sum(q.units)::integer as own_units, null::integer as all_units
  from (select coalesce(${reportGroupSql(occupancyMoveOut, groupKey)}, 'Not specified') as name,
  count(l.property_id) as lines, ${newestUnits} as units, sum(l.moved) as moved
    from property p left join lines l on l.property_id = p.property_id where ${properties}
    and ${filedOrMustFile}
    group by p.property_id) q group by q.name`

/** Serves report 17 (move-outs and turnover): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(occupancyMoveOut, {
    rows: ({ from, to, groupBy = 'property', reason, bedrooms }, properties, { settings }) => {
      const last = getMonthStart(to ?? addMonths(settings.today(), -1))
      const query: MoveOutQuery = {
        grain: groupBy,
        first: getMonthStart(from ?? addMonths(last, -11)),
        last,
        reason,
        bedrooms,
      }
      return sql`with months as materialized (${buildMonths(properties, query)}),
        lines as materialized (${buildLines(query)})
        select q.*, ${shareSql(sql`q.move_outs`, sql`sum(q.move_outs) over ()`)} as part,
        ${shareSql(sql`q.move_outs`, sql`q.units`)} as turnover
        from (${buildRows(properties, query)}) q`
    },
  }),
)
