import type { Seeder } from '../seeders.ts'

/** Seeds an occupancy month that can be submitted, with a line for one unit type. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with place as (select make_date(2020 - count(*)::integer, 3, 1) as month from project_occupancy where property_id = $1),
    month as (insert into project_occupancy (property_id, period_date, units, vacant_units, off_line_units, move_ins, move_outs, waiting_list,
        why_below, steps_taken, inquiries, applications, comments, created_by)
      select $1, month, 10, 1, 0, 0, 1, 4, $2 || ' why', $2 || ' steps', 3, 1, $2 || ' comments', 5 from place returning project_occupancy_id)
    insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, vacant_count, off_line_count, notice_count,
        move_ins, move_outs, waiting_list, special_needs_count, special_needs_details)
      select project_occupancy_id, $1, (select min(project_room_type_id) from property_room_type where property_id = $1), 10, 1, 0, 0, 0, '{"job": 1}', 4, 2,
        '[{"population": "Veterans", "referred": 1, "others": 0}]' from month`,
    [propertyId, marker],
  )
}
