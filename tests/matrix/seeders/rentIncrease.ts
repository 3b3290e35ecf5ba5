import type { Seeder } from '../seeders.ts'

/**
 * Seeds a rent increase with the documents, rows and answers that it needs to be submitted and reviewed, and
 * one comparable rent.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  const result = await owner.query<{ id: number }>(
    `insert into rent_increase_request_header (property_id, rent_increase_type_id, rent_effective_date, tenants_notified, tenants_notified_on,
        management_company_comments, certified, submitted_as_exception, exception_reason, comments, conditions, worksheet_saved, tax_credit_saved, created_by,
        budget_approved, open_inspection, aod_non_compliance_issues, mitas_open_issues, r4r_balance_too_low, findings_in_non_compliance_log,
        afs_reviewed, rent_roll_revied, extended_use_period, sec42_requirements)
      values ($1, 1, '2099-01-01', true, '2026-01-02', $2, true, true, $2, $2, $2, now(), now(), 5,
        true, false, false, false, false, false, true, true, true, true) returning rent_increase_request_header_id as id`,
    [propertyId, `${marker} rents`],
  )
  const { id } = result.rows[0]!
  const roomType = await owner.query<{ id: number }>(
    `insert into property_room_type (property_id, room_type_id, count) values ($1, 1, 4)
      on conflict (property_id, room_type_id) do update set count = excluded.count returning project_room_type_id as id`,
    [propertyId],
  )
  await owner.query(
    `with present as (insert into property_rent (property_id, project_room_type_id, rent_type_id, rent, utility_allowance, effective_date)
      values ($1, $2, 11, 500, 40, '2025-01-01')
      on conflict on constraint property_rent_series do update set rent = excluded.rent returning *)
    insert into room_rent_increase_request (rent_increase_request_header_id, property_id, position, project_room_type_rent_id, project_room_type_id,
      rent_type_id, units, current_rent, requested_rent, adjusted_rent, approved_rent, utility_allowance, lower_reason)
      select $3, $1, 1, property_rent_id, project_room_type_id, 11, 4, 500, 520, 520, 510, 40, $4 from present`,
    [propertyId, roomType.rows[0]?.id, id, `${marker} comparable rents`],
  )
  await owner.query(
    `insert into file (property_id, module_name, module_id, document_type, file_name, content_type, size_bytes, content_hash)
      select $1, 'Rent_Increase', $2, kind, $3, 'application/pdf', 1, 'x' from unnest(array['Current rent roll', 'Tenant notice, Exhibit A-21']) kind`,
    [propertyId, id, `${marker}.pdf`],
  )
  await owner.query(
    `insert into comparable_rent (property_id, rent_increase_request_header_id, name, address, bedrooms, square_feet, rent, utilities_included, amenities, source, surveyed_on)
      values ($1, $2, $3 || ' Court', $3 || ' Street', 2, 900, 744, $3 || ' water', $3 || ' pool', $3 || ' call', '2026-01-15')`,
    [propertyId, id, marker],
  )
}
