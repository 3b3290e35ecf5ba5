import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Compliance',
      order: 111,
      label: 'Non-compliance',
      to: '/NonComplianceList',
      below: ['/NonCompliance', '/FutureNonCompliance'],
    },
  ],
  propertyPlaces: [{ label: 'Non-compliance', order: 11, to: (id) => `/NonComplianceList/${id}` }],
  documentLabels: { NonCompliance: 'Finding' },
  tabs: [{ on: 'lists', label: 'Kinds of non-compliance', order: 40, load: () => import('./Kinds.tsx') }],
} satisfies WebModule
