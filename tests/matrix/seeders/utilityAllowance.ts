import type { Seeder } from '../seeders.ts'

/** Seeds the utility allowances of a quarter that can be submitted and approved. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  const roomType = await owner.query<{ id: number }>(
    `insert into property_room_type (property_id, room_type_id, count) values ($1, 1, 4)
      on conflict (property_id, room_type_id) do update set count = excluded.count returning project_room_type_id as id`,
    [propertyId],
  )
  await owner.query(
    `with filed as (
      insert into utility_allowance (property_id, year, quarter, comments, created_by)
        select $1, 2030 + coalesce(max(year) - 2029, 0), 1, $2, 5 from utility_allowance where property_id = $1 and year >= 2030
        returning *)
    insert into utility_allowance_line (property_id, utility_allowance_id, project_room_type_id, utility_allowance, source,
        rent_controlling_authority_id, effective_date, tenant_pays, comments)
      select property_id, utility_allowance_id, room.id, 40, 1, 3, make_date(year, 1, 1), '["Electricity"]', $2
      from filed cross join (select project_room_type_id as id from property_room_type where property_id = $1 and count > 0) room`,
    [propertyId, `${marker} allowances`],
  )
  if (!roomType.rows[0]) throw new Error('The property has no unit type.')
}
