import type { Seeder } from '../seeders.ts'

/**
 * Seeds a designated unit whose household is over the income limit, and a result of the average income test.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query('update property set average_income_test = true where property_id = $1', [propertyId])
  const roomType = await owner.query<{ id: number }>(
    `insert into property_room_type (property_id, room_type_id, count) values ($1, 2, 30)
      on conflict (property_id, room_type_id) do update set count = property_room_type.count + 1 returning project_room_type_id as id`,
    [propertyId],
  )
  await owner.query(
    `with unit as (
      insert into average_income_test (property_id, unit, bin, project_room_type_id, designated_percent, effective_date, tenant_income_percent, over_income_since, reason)
        values ($1, $2 || ' 1', left($2, 20), $3, 50, '2026-01-01', 90, '2026-02-01', $2 || ' reason'))
    insert into average_income_result (property_id, created_by, units, average, holds, removed, group_holds, over_income)
      values ($1, 5, 1, 62, false, $2 || ' 1', false, 1)`,
    [propertyId, marker, roomType.rows[0]?.id],
  )
}
