import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/inspection/view/edit/:inspectionId': async (owner, propertyId) => {
    const result = await owner.query<{ inspectionId: number }>(
      `with made as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, reported_on, cure_by, score)
          values ($1, 4, 'Special', current_date - 20, current_date - 9, current_date + 81, 76) returning compliance_inspection_id),
      found as (insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, found_on, cure_by)
        select compliance_inspection_id, $1, 1, 3, 'Ceiling stained', current_date - 20, current_date + 21 from made)
      select compliance_inspection_id as "inspectionId" from made`,
      [propertyId],
    )
    return { ...result.rows[0]!, propertyId }
  },
  '/inspection/visit/:inspectionId': async (owner, propertyId) => {
    const result = await owner.query<{ inspectionId: number }>(
      `with made as (insert into compliance_inspection (property_id, status_id, inspection_type, scheduled_on, notice_on, sample_draws, low_income_units)
          values ($1, 2, 'Special', current_date, current_date - 10, 1, 3) returning compliance_inspection_id),
      unit as (insert into inspection_unit (compliance_inspection_id, property_id, place, unit, file_to_review)
        select compliance_inspection_id, $1, n, n::text, true from made cross join generate_series(1, 2) n),
      found as (insert into inspection_finding (compliance_inspection_id, property_id, number, unit, severity, description, found_on)
        select compliance_inspection_id, $1, 1, '2', 3, 'Window does not lock', current_date from made)
      select compliance_inspection_id as "inspectionId" from made`,
      [propertyId],
    )
    return { ...result.rows[0]!, propertyId }
  },
}
