import { screen } from '#kernel/web/screens.ts'

/**
 * The specification names no permission group (reading B10), so the data itself is limited to the person's
 * properties.
 */
export const screens = [
  screen('/NonComplianceList', 'Non-compliance', () => import('./NonComplianceList.tsx')),
  screen(
    '/NonComplianceList/:propertyId',
    'Non-compliance of a property',
    () => import('./NonComplianceList.tsx'),
  ),
  screen('/NonCompliance/:nonComplianceId', 'Finding', () => import('./Finding.tsx')),
  screen('/FutureNonCompliance', 'Future non-compliance', () => import('./FutureNonCompliance.tsx')),
]
