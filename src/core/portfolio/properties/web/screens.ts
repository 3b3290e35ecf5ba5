import { screen } from '#kernel/web/screens.ts'

/** The screens of properties. */
export const screens = [
  screen('/Projects', 'Properties', () => import('./Projects.tsx')),
  screen('/EditProject/:propertyId', 'Property', () => import('./EditProject.tsx')),
  screen('/PropertyAsOf/:propertyId', 'As of a day', () => import('./PropertyAsOf.tsx')),
  screen('/NewProject/:propertyId', 'New property', () => import('./NewProject.tsx')),
]
