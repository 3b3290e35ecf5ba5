import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the designations of property `p` as a list of unit type, percent and number of units, with the
 * stricter limit of another program applied. Null if average income was not elected.
 */
export const designationsSql: RawBuilder<
  { projectRoomTypeId: number; percent: number; units: number }[] | null
> = sql`case when p.average_income_test then (
  select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', d.project_room_type_id, 'percent',
  d.percent, 'units', d.units)), '[]')
  from (select a.project_room_type_id, least(a.designated_percent, a.other_limit_percent) as percent,
  count(*) as units
    from average_income_test a where a.property_id = p.property_id and a.designated_percent is not null
    group by 1, 2) d) end`

/**
 * SQL: the last result of the test of property `p`; null if the test was not elected or nothing is stored.
 */
export const lastAverageSql: RawBuilder<{ holds: boolean; average: number | null } | null> =
  sql`case when p.average_income_test then (
  select jsonb_build_object('holds', r.holds, 'average', r.average) from average_income_result r
  where r.property_id = p.property_id order by r.average_income_result_id desc limit 1) end`
