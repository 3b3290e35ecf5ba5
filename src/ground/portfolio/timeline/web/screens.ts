import { screen } from '#kernel/web/screens.ts'

/** What happened to a property. */
export const screens = [
  screen('/PropertyTimeline/:propertyId', 'Timeline', () => import('./PropertyTimeline.tsx')),
]
