import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Compliance',
      order: 110,
      label: 'Dashboard',
      to: '/dashboard',
      below: ['/dashboard', '/todolist'],
    },
  ],
  propertyPlaces: [{ label: 'To do', order: 10, to: (id) => `/todolist/property/${id}` }],
  tabs: [
    { on: 'propertyOverview', label: 'Due', order: 30, load: () => import('./PropertyDue.tsx') },
    {
      on: 'property',
      group: 'Inspections',
      label: 'Schedules',
      order: 32,
      load: () => import('./Schedules.tsx'),
    },
    {
      on: 'property',
      group: 'Inspections',
      label: 'What it files',
      order: 33,
      load: () => import('./Requirements.tsx'),
    },
  ],
} satisfies WebModule
