import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { facts, getMonthListPath } from '../model/facts.ts'
import { screens } from './screens.ts'

const { month, quarter, queue } = facts
const below = ['/TCAP']

export default {
  screens,
  navigation: [
    { group: 'Money', order: 232, label: 'TCAP', to: queue, permission: 'Budget', only: 'agency', below },
    {
      group: 'Money',
      order: 232,
      label: 'TCAP',
      to: '/TCAPProjectList',
      permission: 'Budget',
      only: 'company',
      below,
    },
  ],
  begunAtProperty: [
    {
      kind: month.name,
      moduleId: TaskType.TCAP,
      label: month.label,
      to: (propertyId) => getMonthListPath({ propertyId }),
      permission: 'Budget',
      order: 68,
    },
  ],
  propertyPlaces: [
    { label: 'TCAP', order: 26, to: (propertyId) => getMonthListPath({ propertyId }), permission: 'Budget' },
  ],
  found: {
    [month.name]: { heading: 'TCAP months', to: ({ propertyId }) => getMonthListPath({ propertyId }) },
    [quarter.name]: { heading: 'TCAP quarters', to: ({ propertyId }) => getMonthListPath({ propertyId }) },
  },
  documentLabels: { [month.module]: month.label, [quarter.module]: quarter.label },
} satisfies WebModule
