import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { WorkCount } from './work/workCount.ts'

/** The screens of the agency's work list with their navigation, and the screen that begins a record. */
export default {
  screens: [
    screen('/New/:kind', 'New', () => import('./New.tsx'), { patterns: { kind: /^[a-z]\w*$/i } }),
    screen('/Work', 'Work', () => import('./work/Work.tsx')),
    screen('/Work/DecidedLate', 'Decided late', () => import('./work/DecidedLate.tsx')),
  ],
  tabs: [
    { on: 'aboveProperties', label: 'Work', order: 10, load: () => import('./work/WaitsLine.tsx') },
    { on: 'dashboard', label: 'Work', order: 10, load: () => import('./work/WaitsLine.tsx') },
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
