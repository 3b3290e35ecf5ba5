import type { ScreenIds } from '../places.ts'

/** Finds the property's request with the lowest status, the newest of these. */
export const places: ScreenIds = {
  '/ReplacementReserve/:id/:projectId': async (owner, propertyId) => {
    const result = await owner.query<{ id: number }>(
      `select replacement_reserve_request_id as id from replacement_reserve_request where property_id = $1
       order by status_id, replacement_reserve_request_id desc limit 1`,
      [propertyId],
    )
    return { id: result.rows[0]?.id ?? 0 }
  },
}
