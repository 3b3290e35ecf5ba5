import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { getMonthListPath, occupancyFacts } from '../model/facts.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Compliance',
      order: 115,
      label: 'Occupancy',
      to: occupancyFacts.queue,
      permission: occupancyFacts.permission,
      below: ['/occupancy'],
    },
  ],
  tabs: [
    { on: 'propertyOverview', label: 'Occupancy', order: 12, load: () => import('./PropertyOccupancy.tsx') },
  ],
  begunAtProperty: [
    {
      kind: occupancyFacts.name,
      moduleId: TaskType.Occupancy,
      label: 'Occupancy month',
      to: (propertyId) => getMonthListPath({ propertyId }),
      permission: occupancyFacts.permission,
      order: 66,
    },
  ],
  propertyPlaces: [
    {
      label: 'Occupancy',
      order: 30,
      to: (propertyId) => getMonthListPath({ propertyId }),
      permission: occupancyFacts.permission,
    },
  ],
  found: {
    [occupancyFacts.name]: {
      heading: 'Occupancy months',
      to: ({ propertyId }) => getMonthListPath({ propertyId }),
    },
  },
  documentLabels: { [occupancyFacts.module]: occupancyFacts.label },
} satisfies WebModule
