import type { Places } from '../places.ts'

/** The newest request to an operating reserve of the property, else of any, and whose it is. */
export const places: Places = {
  '/OperatingReserve/:id/:projectId': async (owner, propertyId) => {
    const found = await owner.query<Record<string, number>>(
      `select operating_reserve_request_id as id, property_id as "propertyId", property_id as "projectId"
       from operating_reserve_request order by property_id = $1 desc, operating_reserve_request_id desc limit 1`,
      [propertyId],
    )
    return found.rows[0] ?? {}
  },
}
