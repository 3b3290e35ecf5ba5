import type { Places } from '../places.ts'

const property: Places[string] = async (_, propertyId) => ({ id: propertyId, propertyId })

export const places: Places = {
  '/TCAP/:projectId/:periodDate': async () => ({ periodDate: '2026-07-01' }),
  '/TCAPAdmin/:projectId/:year/:quarter': async () => ({ year: 2026, quarter: 3 }),
  '/TCAPList/:id': property,
}
