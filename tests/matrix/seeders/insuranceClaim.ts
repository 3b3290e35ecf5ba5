import type { Seeder } from '../seeders.ts'

/**
 * Seeds two insurance claims: one under review, with a check and a payment request ready to submit, and a
 * newer draft with neither, on which the tests take every step.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with claim as (
      insert into insurance_claim (property_id, status_id, submitted, date_of_loss, insurance_claim_type_of_loss_id, description,
        insurance_provider, total_amount_claimed, created_by)
      values ($1, 3, now() - interval '30 days', current_date - 40, 2, $2 || ' hail', $2 || ' Mutual', 9000, 5) returning *),
    damaged as (
      insert into insurance_claim_item (insurance_claim_id, property_id, items, units_affected)
      select insurance_claim_id, property_id, $2 || ' roof', 'Building 1' from claim),
    paid as (
      insert into insurance_check (insurance_claim_id, property_id, number, provider, amount_received, received_on)
      select insurance_claim_id, property_id, $2 || '-77', $2 || ' Mutual', 8000, current_date - 20 from claim),
    request as (
      insert into insurance_request (property_id, insurance_claim_id, narrative, certified, created_by)
      select property_id, insurance_claim_id, $2 || ' shingles', true, 5 from claim returning *),
    item as (
      insert into insurance_request_item (property_id, insurance_request_id, description, vendor_id, invoice_number, invoice_date,
        check_number, claimed_amount, approved_amount)
      select property_id, insurance_request_id, $2 || ' shingles', 1, $2 || '-IR', current_date - 10, '1004', 500, 500 from request returning *),
    claimed as (
      insert into invoice (module_name, request_id, item_id, property_id, vendor_id, invoice_number, normalised_number, amount)
      select 'InsuranceRequest', insurance_request_id, insurance_request_item_id, property_id, vendor_id, invoice_number, lower(invoice_number), 500 from item)
    insert into file (property_id, module_name, module_id, sub_module_name, sub_module_id, document_type, title, file_name,
        content_type, size_bytes, content_hash, created_by)
      select property_id, 'InsuranceRequest', insurance_request_id, 'item', insurance_request_item_id, kind, $2 || ' ' || kind, $2 || '.pdf',
        'application/pdf', 100, (select content_hash from file where property_id = $1 limit 1), 5
      from item, unnest(array['Invoice', 'Check', 'Photo']) as kind`,
    [propertyId, marker],
  )
  await owner.query(
    `with claim as (
      insert into insurance_claim (property_id, date_of_loss, insurance_claim_type_of_loss_id, description, insurance_provider,
        total_amount_claimed, same_loss_comment, created_by)
      values ($1, current_date - 2, 1, $2 || ' kitchen fire', $2 || ' Mutual', 4000, $2 || ' second kitchen', 5) returning *)
    insert into insurance_claim_item (insurance_claim_id, property_id, items, units_affected)
      select insurance_claim_id, property_id, $2 || ' cabinets', '12' from claim`,
    [propertyId, marker],
  )
}
