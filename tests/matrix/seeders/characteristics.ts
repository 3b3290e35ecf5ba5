import type { Seeder } from '../seeders.ts'

/** Seeds a characteristic and additional assistance of the property. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `insert into property_characteristic (property_id, characteristic_type_id, note)
      select $1, t.characteristic_type_id, $2 || ' note' from characteristic_type t
      where not exists (select from property_characteristic c where c.property_id = $1 and c.characteristic_type_id = t.characteristic_type_id)
      order by 2 limit 1`,
    [propertyId, marker],
  )
  await owner.query(
    `insert into additional_assistance (property_id, assistance_type_id, units, contract_number, note) values ($1, 1, 4, $2 || '-7', $2 || ' note')`,
    [propertyId, marker],
  )
}
