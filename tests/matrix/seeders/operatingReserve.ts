import type { Seeder } from '../seeders.ts'

/** Seeds a request to the property's operating reserve that can be submitted. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with account as (
      insert into reserve_account (property_id, name, kind, opened_on) values ($1, 'Operating reserve', 'Operating reserve', '2020-01-01')
      on conflict (property_id, name) do update set kind = excluded.kind returning *),
    opening as (
      insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
      select property_id, reserve_account_id, '2020-01-01', 'Opening balance', 54000 from account
      on conflict do nothing),
    request as (
      insert into operating_reserve_request (property_id, reserve_type_id, reserve_account_id, description, figures_as_of,
        current_payables, due_within_month, cash_available, certified, created_by)
      select property_id, 1, reserve_account_id, $2 || ' is short of cash', current_date - 20, 22400, 9100, 18600, true, 5 from account returning *),
    item as (
      insert into operating_reserve_request_item (property_id, operating_reserve_request_id, operating_reserve_request_type_id,
        description, vendor_id, claimed_amount, approved_amount)
      select property_id, operating_reserve_request_id, 3, $2 || ' payroll', 1, 500, 500 from request returning *),
    claim as (
      insert into invoice (module_name, request_id, item_id, property_id, vendor_id, amount)
      select 'OperatingReserve', operating_reserve_request_id, operating_reserve_request_item_id, property_id, vendor_id, 500 from item)
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'OperatingReserve', operating_reserve_request_id, 'Year-to-date financials', $2 || ' figures', $2 || '.pdf',
        'application/pdf', 100, (select content_hash from file where property_id = $1 limit 1), 5 from request`,
    [propertyId, marker],
  )
}
