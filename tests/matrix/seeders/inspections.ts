import type { Seeder } from '../seeders.ts'

/**
 * Seeds an inspection with an issued report, a unit, an answered finding, a Form 8823 date, a letter date and
 * a photo, and another inspection that is planned.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with person as (insert into compliance_inspector (user_id, home_office) values (2, 'Office') on conflict (user_id) do update set active = true returning compliance_inspector_id),
    house as (insert into property_building (property_id, bin, name) values ($1, 'BIN-1', $2 || ' house') on conflict do nothing),
    planned as (insert into compliance_inspection (property_id, planned_month, scheduled_on, reason, compliance_inspector_id, created_by_id)
      select $1, '2026-10-01', '2026-10-06', $2 || ' plan', compliance_inspector_id, 2 from person on conflict do nothing),
    made as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, reported_on, cure_by, score, comments, internal_note, created_at, created_by_id)
      values ($1, 5, 'Special', '2020-02-03', '2020-02-05', '2020-05-05', 70, $2 || ' report', 'internal', '2020-02-01', 2) returning compliance_inspection_id),
    unit as (insert into inspection_unit (compliance_inspection_id, property_id, unit, note) select compliance_inspection_id, $1, '7', $2 || ' unit' from made),
    finding as (insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, status_id, found_on, cure_by, response, responded_at, responded_by_id)
      select compliance_inspection_id, $1, 1, 3, $2 || ' finding', 2, '2020-02-03', '2020-03-06', $2 || ' answer', '2020-02-20', 5 from made returning inspection_finding_id, compliance_inspection_id),
    form as (insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, units, noncompliance_on, notified_on, cure_by, file_by)
      select compliance_inspection_id, $1, 'BIN-1', 'c', $2 || ' units', '2020-02-03', '2020-02-05', '2020-05-05', '2020-06-19' from made),
    days as (insert into inspection_letter_date (compliance_inspection_id, property_id, kind, letter_on, shown_to_owner, note)
      select compliance_inspection_id, $1, 'Report', '2020-02-05', true, $2 || ' letter' from made)
    insert into file (property_id, module_name, module_id, sub_module_name, sub_module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select $1, 'ComplianceInspection', compliance_inspection_id, 'InspectionFinding', inspection_finding_id, 'Photo before', $2, $2 || '.jpg', 'image/jpeg', 100, 'x', 5 from finding`,
    [propertyId, marker],
  )
}
