import type { Seeder } from '../seeders.ts'

/**
 * Seeds a completion that can be submitted, for a pre-approved request of its own. That request gets a lower
 * id than the property's other requests, because the tests take every step on the newest one.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with request as (
      insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id, request_type,
        description, certified, status_id, submitted, decided, pre_approved) overriding system value
      select (select min(replacement_reserve_request_id) - 1 from replacement_reserve_request where property_id = $1),
        property_id, reserve_account_id, 'Advance review', $2 || ' siding', true, 5, now(), now(), true
      from reserve_account where property_id = $1 limit 1 returning *),
    item as (
      insert into replacement_reserve_request_item (property_id, replacement_reserve_request_id, position, category_id,
        description_of_work, location, vendor_id, claimed_amount, approved_amount)
      select property_id, replacement_reserve_request_id, 1, 1, $2 || ' siding', 'Building 2', 1, 900, 800 from request returning *),
    completion as (
      insert into replacement_reserve_completion (property_id, replacement_reserve_request_id, completed_on, certified, created_by)
      select property_id, replacement_reserve_request_id, current_date - 5, true, 5 from request returning *),
    line as (
      insert into replacement_reserve_completion_item (property_id, replacement_reserve_completion_id,
        replacement_reserve_request_item_id, invoice_number, invoice_date, invoiced_amount, check_number, approved_amount)
      select c.property_id, replacement_reserve_completion_id, replacement_reserve_request_item_id, $2 || '-RC', current_date - 10, 700, '1003', 700
      from completion c, item)
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'ReplacementReserveCompletion', replacement_reserve_completion_id, kind, $2 || ' ' || kind, $2 || '.pdf',
        'application/pdf', 100, (select content_hash from file where property_id = $1 limit 1), 5
      from completion, unnest(array['Invoice', 'Check', 'Photo']) as kind`,
    [propertyId, marker],
  )
}
