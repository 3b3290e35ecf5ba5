import { screen } from '#kernel/web/screens.ts'

/** No permission group stands in the specification (reading B10): what is not of one's properties does not come. */
export const screens = [
  screen('/NonComplianceList', 'Non-compliance', () => import('./NonComplianceList.tsx')),
  screen('/NonComplianceList/:propertyId', 'Non-compliance of a property', () => import('./NonComplianceList.tsx')),
  screen('/NonCompliance/:nonComplianceId', 'Finding', () => import('./Finding.tsx')),
  screen('/FutureNonCompliance', 'Future non-compliance', () => import('./FutureNonCompliance.tsx')),
]
