import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/occupancy/view/:projectId/:projectOccupancyId': async (owner, propertyId) => {
    const result = await owner.query(
      'select max(project_occupancy_id) as id from project_occupancy where property_id = $1',
      [propertyId],
    )
    return { projectOccupancyId: result.rows[0]?.id ?? 0 }
  },
  '/occupancy/list/project/:id': async (_, propertyId) => ({ id: propertyId, propertyId }),
  '/occupancy/list/:id': async () => ({ id: 0 }),
}
