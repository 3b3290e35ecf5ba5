import { TaskType } from '#ground/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { facts, listPath } from '../model/facts.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Compliance',
      order: 115,
      label: 'Occupancy',
      to: facts.queue,
      permission: facts.permission,
      below: ['/occupancy'],
    },
  ],
  tabs: [
    { on: 'propertyOverview', label: 'Occupancy', order: 12, load: () => import('./PropertyOccupancy.tsx') },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: TaskType.Occupancy,
      label: 'Occupancy month',
      to: (propertyId) => listPath({ propertyId }),
      permission: facts.permission,
      order: 66,
    },
  ],
  propertyPlaces: [
    {
      label: 'Occupancy',
      order: 30,
      to: (propertyId) => listPath({ propertyId }),
      permission: facts.permission,
    },
  ],
  found: { [facts.name]: { heading: 'Occupancy months', to: ({ propertyId }) => listPath({ propertyId }) } },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
