import { screen } from '#kernel/web/screens.ts'

/** The screen of a property's timeline. */
export const screens = [
  screen('/PropertyTimeline/:propertyId', 'Timeline', () => import('./PropertyTimeline.tsx')),
]
