import type { Seeder } from '../seeders.ts'

/**
 * Seeds a compliance form of a future period that can be submitted and approved, and the property's setting
 * for it.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with setting as (insert into project_exhibit_settings (property_id, exhibit_id, always_allow_entry, exception)
        values ($1, 1, true, $2) on conflict (property_id, exhibit_id) do nothing returning 1),
    form as (
      insert into project_exhibit (property_id, exhibit_id, period_end, answers, certified, signed_by, comments, original_received, created_by)
        select $1, 1, coalesce((select max(period_end) from project_exhibit where property_id = $1 and exhibit_id = 1 and period_end >= '2040-12-31') + interval '1 year', '2040-12-31')::date,
          (select jsonb_agg(jsonb_build_object('key', q ->> 'key', 'holds', true, 'explanation', null)) from exhibit e, jsonb_array_elements(e.questions) q where e.exhibit_id = 1),
          true, $2, $2, '2041-01-15', 5 returning *)
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'Exhibit', project_exhibit_id, 'Signed certificate', $2, $2 || '.pdf', 'application/pdf', 100, 'x', 5 from form`,
    [propertyId, `${marker} form`],
  )
}
