import { type RawBuilder, sql } from 'kysely'
import { statusIs } from '#kernel/server/statusSql.ts'

type Sql = RawBuilder<unknown>

/**
 * SQL: who lives in special-needs units, by population, at the end of the latest filed month with this
 * information of each property: property_id, month, population, referred, others. The condition is on the
 * rooms `l` of months. The few rooms with the information are found first by their own index, because a
 * filter would read the rooms of all months.
 */
export const occupantsSql = (condition: Sql): Sql => sql`
  select n.property_id, n.period_date as month, d ->> 'population' as population,
  coalesce(sum((d ->> 'referred')::integer), 0)::integer as referred,
    coalesce(sum((d ->> 'others')::integer), 0)::integer as others
  from (select distinct on (o.property_id) o.property_id, o.project_occupancy_id, o.period_date
      from (select l.project_occupancy_id from project_occupancy_room l
        where ${condition} and jsonb_array_length(l.special_needs_details) > 0 offset 0) l
      join project_occupancy o using (project_occupancy_id) where ${statusIs.filed('o')}
      order by o.property_id, o.period_date desc) n
  join project_occupancy_room l on l.project_occupancy_id = n.project_occupancy_id cross
  join lateral jsonb_array_elements(l.special_needs_details) d
  group by 1, 2, 3`

/**
 * SQL: the special-needs units by property and population: property_id, population, committed, month,
 * referred, others, and `open`, the set-aside units that are empty at the end of the month. It reads the rows
 * `lived` of {@link occupantsSql}. The last four are null without a month.
 */
export const specialNeedsUnitsSql = (properties: Sql): Sql => sql`
  select q.*, greatest(0, q.committed - q.referred - q.others) as open
  from (select property_id, population, coalesce(s.committed, 0) as committed, m.month,
      case when m.month is not null then coalesce(n.referred, 0) end as referred, case
      when m.month is not null then coalesce(n.others, 0) end as others
    from (select a.property_id, a.population, sum(a.units)::integer as committed
    from special_needs_set_aside a
      where a.property_id in (${properties}) group by 1, 2) s
    full join (select property_id, population, referred, others from lived) n using (property_id, population)
    left join (select distinct property_id, month from lived) m using (property_id)) q`

/** SQL: the label of the state of an open hold `h` on a day. */
const holdStateSql = (today: string): Sql =>
  sql`case when h.referred_on is not null then 'Referral received'
    when h.hold_until < ${today}::date then 'Hold has ended' else 'Held' end`

/** SQL: the holds `h` whose units are not rented yet, with their state on a day. */
export const openHoldsSql = (properties: Sql, today: string): Sql => sql`
  select h.*, ${holdStateSql(today)} as state from special_needs_hold h where h.filled_on is null
  and h.property_id in (${properties})`
