import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { WorkCount } from './work/workCount.ts'

/** The agency's work list, where it opens, and the way to it. */
export default {
  screens: [
    screen('/Work', 'Work', () => import('./work/Work.tsx')),
    screen('/Work/DecidedLate', 'Decided late', () => import('./work/DecidedLate.tsx')),
  ],
  navigation: [
    {
      group: '',
      order: 10,
      label: 'Work',
      to: '/Work',
      only: 'agency',
      below: ['/Work'],
      badge: WorkCount,
    },
  ],
} satisfies WebModule
