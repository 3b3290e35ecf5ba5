import { seal } from '#core/portfolio/households/server/index.ts'
import type { Seeder } from '../seeders.ts'

/** Seeds a rent gap application that can be submitted and approved, as an exception of the agency. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  const roomType = await owner.query<{ id: number }>(
    `insert into property_room_type (property_id, room_type_id, count) values ($1, 1, 4)
      on conflict (property_id, room_type_id) do update set count = excluded.count returning project_room_type_id as id`,
    [propertyId],
  )
  await owner.query(
    `insert into property_rent (property_id, project_room_type_id, rent_type_id, rent, utility_allowance, effective_date)
      values ($1, $2, 11, 500, 40, '2025-01-01') on conflict on constraint property_rent_series do nothing`,
    [propertyId, roomType.rows[0]?.id],
  )
  await owner.query(
    `with application as (
      insert into rent_gap_application (property_id, assistance_year, period_start, period_end, payee, company_comments, certified,
          submitted_as_exception, created_by)
        values ($1, 2026, '2026-01-01', '2026-12-31', $2, $2, true, true, 5) returning *),
    item as (
      insert into rent_gap_item (property_id, rent_gap_application_id, unit, project_room_type_id, rent_type_id, head_of_household,
          move_in_date, tenant_rent, approved_rent, utility_allowance, monthly_gap, claimed_amount, approved_amount)
        select property_id, rent_gap_application_id, left($2, 8) || rent_gap_application_id, $3, 11, $4, '2020-01-01', 450, 500, 40, 50, 600, 600
        from application)
    insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'RentGap', rent_gap_application_id, kind, $2, $2 || '.pdf', 'application/pdf', 100, 'x', 5
      from application cross join unnest(array['Rent roll', 'Leases']) kind`,
    [propertyId, `${marker} rent gap`, roomType.rows[0]?.id, seal(`${marker} household`)],
  )
}
