import type { Seeder } from '../seeders.ts'

/** Seeds a listing that can be submitted and approved, with a photo. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with listing as (
      insert into ahl (property_id, contact_name, phone, address, city, zip, residents, bedrooms_from, bedrooms_to, rent_from, rent_to, office_hours, description, created_by)
        values ($1, $2, '(573) 555-0100', $2, 'Columbia', '65201', 'Family', 1, 2, 500, 600, $2, $2, 5) returning *),
    picture as (
      insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
        select property_id, 'AHL', ahl_id, 'Building', $2, $2 || '.png', 'image/png', 100, 'x', 5 from listing returning *)
    insert into ahl_photo (ahl_id, property_id, file_id, title, caption, width, height, refusal_comment)
      select module_id, property_id, file_id, 'Building', $2, 800, 600, $2 from picture`,
    [propertyId, `${marker} listing`],
  )
}
