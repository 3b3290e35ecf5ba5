import { screen } from '#kernel/web/screens.ts'

/** The screens of developers, which only the agency sees. */
export const screens = [
  screen('/Developer/list', 'Developers', () => import('./DeveloperList.tsx')),
  screen('/Developer/view/:developerId', 'Developer', () => import('./DeveloperView.tsx')),
]
