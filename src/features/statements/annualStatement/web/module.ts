import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Money',
      order: 232,
      label: 'Annual statements',
      to: facts.queue,
      permission,
      below: ['/afs/view', '/afs/list'],
    },
    {
      group: 'Money',
      order: 233,
      label: 'Statements by year',
      to: facts.byYear,
      permission,
      only: 'agency',
      below: ['/afs/review'],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: TaskType.AFS,
      label: facts.label,
      to: (id) => `/afs/list/single/${id}`,
      permission,
      order: 52,
    },
  ],
  propertyPlaces: [
    {
      label: 'Annual statements',
      order: 23,
      to: (propertyId) => `/afs/list/single/${propertyId}`,
      permission,
    },
  ],
  found: {
    [facts.name]: { heading: 'Annual statements', to: ({ propertyId }) => `/afs/list/single/${propertyId}` },
  },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
