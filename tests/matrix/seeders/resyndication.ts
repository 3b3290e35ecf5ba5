import type { Seeder } from '../seeders.ts'

/** Seeds a resyndication of the property as another property of the same company, if the company has two. */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  await owner.query(
    `insert into resyndication (old_property_id, new_property_id, resyndication_type, resyndicated_date, note, created_by)
      select $1::integer, min(property_id), $2, '2025-06-01', $2, 1 from property where management_company_id = $3 and property_id <> $1
      having min(property_id) is not null on conflict do nothing`,
    [propertyId, `${marker} credits`, companyId],
  )
}
