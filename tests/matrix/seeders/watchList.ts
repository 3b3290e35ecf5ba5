import type { Seeder } from '../seeders.ts'

/** Seeds a watch list entry of a past year, a presented list, and a property that was put off. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `insert into watch_list (property_id, year, month, watch_list_type_id, entry_date, comment)
      select $1, 2001 + count(*)::integer, 3, 1, '2001-03-01', $2 from watch_list where property_id = $1`,
    [propertyId, `${marker} comment`],
  )
  await owner.query(
    `insert into watch_list_history (year, month, presented_on, note, entries, content) values (2001, 3, '2001-04-02', $1, 1, '[]')`,
    [`${marker} presented`],
  )
  await owner.query(
    `insert into watch_list_put_off (property_id, year, month, reason) select $1, 2001 + count(*)::integer, 3, $2 from watch_list_put_off where property_id = $1`,
    [propertyId, `${marker} reason`],
  )
}
