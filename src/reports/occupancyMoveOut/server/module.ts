import { type RawBuilder, sql } from 'kysely'
import { occupancyMonths } from '#ground/portfolio/occupancy/server/index.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import { moveOutReasons, type ReasonCode } from '#modules/compliance/occupancy/model/index.ts'
import { occupancyTask } from '#modules/compliance/occupancy/server/index.ts'
import type { Grouping } from '#report/model/index.ts'
import { reportGroupSql, reportsModule, serveReport, shareSql } from '#report/server/index.ts'
import occupancyMoveOut, { type Grain } from '../model/report.ts'

type Sql = RawBuilder<unknown>
type Asked = {
  grain: Grain
  first: string
  last: string
  reason: ReasonCode | undefined
  bedrooms: number | undefined
}

/** SQL: the filed months of properties, the newest of each marked. */
const getMonths = (properties: Sql, { first, last }: Asked): Sql => sql`
  select m.property_id, m.project_occupancy_id, m.period_date,
  m.period_date = max(m.period_date) over (partition by m.property_id) as newest,
    o.move_outs is not null as reported
  from property p join ${occupancyMonths()} m on m.property_id = p.property_id
  join project_occupancy o on o.project_occupancy_id = m.project_occupancy_id
  where ${properties} and m.period_date between ${first}::date and ${last}::date`

/** SQL: who left of a line `l`, of a reason or of all; rows of reasons read the reasons themselves. */
function movedSql({ grain, reason }: Asked): Sql {
  if (grain === 'reason' || grain === 'each') return sql`null::integer`
  if (reason) return sql`coalesce((l.move_outs ->> ${reason})::integer, 0)`
  return sql`coalesce((select sum(e.value::integer) from jsonb_each_text(l.move_outs) e), 0)`
}

/** SQL: the unit types of `months` with who left; null in a month that says nothing of it. */
const getLines = (query: Asked): Sql => sql`
  select m.property_id, m.project_occupancy_id, m.period_date, m.newest, l.units, nullif(l.move_outs,
  '{}') as move_outs, t.bedrooms,
    case when not m.reported then null when l.move_outs = '{}' then 0 else ${movedSql(query)} end as moved
  from months m join project_occupancy_room l on l.project_occupancy_id = m.project_occupancy_id
  left join property_room_type k on k.property_id = l.property_id
  and k.project_room_type_id = l.project_room_type_id
  left join room_type t on t.room_type_id = k.room_type_id
  where ${query.bedrooms === undefined ? sql`true` : sql`t.bedrooms = ${query.bedrooms}`}`

/** SQL: property `p` filed one of the months `l`, or owes months. */
const reports = sql`(l.property_id is not null or p.property_id in (select s.property_id from task_schedule s
  where s.task_type_id = ${occupancyTask}))`
const newest = sql`(sum(l.units) filter (where l.newest))::integer`
const allUnits = sql`(select ${newest} from lines l)`

/** SQL: the columns of a row that its grain leaves out. */
const none = {
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
const sizes = sql`coalesce(case l.bedrooms when 0 then 'No bedroom' when 1 then '1 bedroom'
  else l.bedrooms || ' bedrooms' end, 'Not specified')`

/** SQL: households that left, reason by reason, of lines `l` and entries `e`. */
const byReason = (reason: ReasonCode | undefined): Sql =>
  sql`from lines l cross join lateral jsonb_each_text(l.move_outs) e
    where e.value::integer > 0 ${reason ? sql`and e.key = ${reason}` : sql``}`

/** SQL: rows of a grain over `lines`. Each has units of its own, or all rows share theirs. */
function getRows(properties: Sql, { grain, reason }: Asked): Sql {
  const moveOuts = sql`sum(l.moved)::integer as move_outs`
  switch (grain) {
    case 'property':
      return sql`select p.property_id, p.name as property, ${none.month}, ${none.reason}, ${none.group},
          count(distinct l.period_date)::integer as months, ${newest} as units, ${moveOuts},
          ${newest} as own_units, null::integer as all_units
        from property p left join lines l on l.property_id = p.property_id where ${properties} and ${reports}
        group by p.property_id`
    case 'month':
      return sql`select ${none.property}, null::integer as project_occupancy_id, l.period_date as month,
        ${none.reason}, null::text as group_name,
          count(distinct l.property_id)::integer as properties, null::integer as not_reported, ${none.months},
          sum(l.units)::integer as units, ${moveOuts},
          null::integer as own_units, ${allUnits} as all_units
        from lines l group by l.period_date`
    case 'reason':
      return sql`select ${none.property}, ${none.month}, e.key as reason_code, ${labelByKey} as reason,
        ${none.group}, ${none.months},
          ${allUnits} as units, sum(e.value::integer)::integer as move_outs, null::integer as own_units,
          ${allUnits} as all_units
        ${byReason(reason)} group by e.key`
    case 'each':
      return sql`select p.property_id, p.name as property, q.project_occupancy_id, q.period_date as month,
        q.key as reason_code, q.reason, ${none.group},
          ${none.months}, u.units, q.move_outs, null::integer as own_units, null::integer as all_units
        from (select l.property_id, l.project_occupancy_id, l.period_date, e.key, ${labelByKey} as reason,
        sum(e.value::integer)::integer as move_outs
            ${byReason(reason)} group by 1, 2, 3, 4) q
        join (select l.project_occupancy_id, sum(l.units)::integer as units from lines l
        group by 1) u on u.project_occupancy_id = q.project_occupancy_id
        join property p on p.property_id = q.property_id`
    case 'bedrooms':
      return sql`select ${none.property}, ${none.month}, ${none.reason}, ${sizes} as group_name,
        count(distinct l.property_id)::integer as properties,
          null::integer as not_reported, ${none.months}, ${newest} as units, ${moveOuts},
          ${newest} as own_units,
          null::integer as all_units
        from lines l group by l.bedrooms`
    default:
      return byProperties(grain, properties)
  }
}

/** SQL: the same by an attribute of properties; those that filed no month are counted apart. */
const byProperties = (groupKey: Grouping, properties: Sql): Sql => sql`
  select ${none.property}, ${none.month}, ${none.reason}, q.name as group_name,
  count(*)::integer as properties,
    (count(*) filter (where q.lines = 0))::integer as not_reported, ${none.months},
    sum(q.units)::integer as units, sum(q.moved)::integer as move_outs,
    sum(q.units)::integer as own_units, null::integer as all_units
  from (select coalesce(${reportGroupSql(occupancyMoveOut, groupKey)}, 'Not specified') as name,
  count(l.property_id) as lines, ${newest} as units, sum(l.moved) as moved
    from property p left join lines l on l.property_id = p.property_id where ${properties} and ${reports}
    group by p.property_id) q group by q.name`

export default reportsModule(
  serveReport(occupancyMoveOut, {
    rows: ({ from, to, groupBy = 'property', reason, bedrooms }, properties, { settings }) => {
      const last = getMonthStart(to ?? addMonths(settings.today(), -1))
      const query: Asked = {
        grain: groupBy,
        first: getMonthStart(from ?? addMonths(last, -11)),
        last,
        reason,
        bedrooms,
      }
      return sql`with months as materialized (${getMonths(properties, query)}),
        lines as materialized (${getLines(query)})
        select q.*, ${shareSql(sql`q.move_outs`, sql`sum(q.move_outs) over ()`)} as part,
        ${shareSql(sql`q.move_outs`, sql`q.units`)} as turnover
        from (${getRows(properties, query)}) q`
    },
  }),
)
