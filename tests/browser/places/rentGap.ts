import type { ScreenIds } from '../places.ts'

/** Inserts a submitted rent gap application of the property. */
const insertApplication: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `insert into rent_gap_application (property_id, assistance_year, period_start, period_end, status_id, submitted)
      values ($1, 2026, '2026-01-01', '2026-12-31', 2, now()) returning rent_gap_application_id as id`,
    [propertyId],
  )
  return { id: result.rows[0]?.id ?? 0 }
}

export const places: ScreenIds = {
  '/rentIncrease/RentGapAssistance/:propertyId/:id': insertApplication,
  '/rentIncrease/RentGapAssistanceReview/:propertyId/:id': insertApplication,
}
