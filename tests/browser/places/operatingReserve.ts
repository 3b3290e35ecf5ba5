import type { ScreenIds } from '../places.ts'

/** Inserts a submitted request to the property's operating reserve. */
export const places: ScreenIds = {
  '/OperatingReserve/:id/:projectId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `insert into operating_reserve_request (property_id, status_id, submitted) values ($1, 2, now()) returning operating_reserve_request_id as id`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
