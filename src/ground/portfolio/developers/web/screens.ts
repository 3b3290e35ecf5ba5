import { screen } from '#kernel/web/screens.ts'

/** Screens of developers, the agency's alone. */
export const screens = [
  screen('/Developer/list', 'Developers', () => import('./DeveloperList.tsx')),
  screen('/Developer/view/:developerId', 'Developer', () => import('./DeveloperView.tsx')),
]
