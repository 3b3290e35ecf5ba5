import type { ScreenIds } from '../places.ts'

/** Ids for the lists of one property in the quarterly program. */
const getPropertyIds: ScreenIds[string] = async (_, propertyId) => ({ id: propertyId, propertyId })

export const places: ScreenIds = {
  '/TCAP/:projectId/:periodDate': async () => ({ periodDate: '2026-07-01' }),
  '/TCAPAdmin/:projectId/:year/:quarter': async () => ({ year: 2026, quarter: 3 }),
  '/TCAPList/:id': getPropertyIds,
}
