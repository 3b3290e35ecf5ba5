import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    { group: 'Properties', order: 110, label: 'Dashboard', to: '/dashboard', below: ['/dashboard', '/todolist'] },
  ],
  propertyPlaces: [{ label: 'To do', order: 10, to: (id) => `/todolist/property/${id}` }],
  tabs: [
    { on: 'property', label: 'Schedules', order: 80, load: () => import('./Schedules.tsx') },
    { on: 'property', label: 'Requirements', order: 82, load: () => import('./Requirements.tsx') },
  ],
} satisfies WebModule
