import type { Seeder } from '../seeders.ts'

/**
 * Seeds an active suspension with an extension request that can be submitted, and a new suspension request
 * that can be submitted. Its threshold is above the balance, and its amendment is signed.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with active as (
      insert into replacement_reserve_suspension (property_id, status_id, reason, start_month, end_month, threshold_per_unit, submitted, decided, created_by)
        values ($1, 5, $2 || ' has enough', '2026-01-01', '2027-12-01', 1, now(), now(), 5) returning *)
    insert into replacement_reserve_extension (property_id, replacement_reserve_suspension_id, requested_end, reason, created_by)
      select property_id, replacement_reserve_suspension_id, '2028-06-01', $2 || ' still has enough', 5 from active`,
    [propertyId, marker],
  )
  await owner.query(
    `with request as (
      insert into replacement_reserve_suspension (property_id, cause, reason, start_month, end_month, threshold_per_unit, created_by)
        values ($1, 'The property is short of cash', $2 || ' is short of cash', '2029-01-01', '2029-12-01', 90000, 5) returning *)
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'ReplacementReserveSuspension', replacement_reserve_suspension_id, 'Signed amendment', $2 || ' amendment', $2 || '.pdf',
        'application/pdf', 100, (select content_hash from file where property_id = $1 limit 1), 5 from request`,
    [propertyId, marker],
  )
}
