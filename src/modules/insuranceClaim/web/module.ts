import type { WebModule } from '#kernel/web/module.ts'
import { claimFacts } from '../model/facts.ts'
import { requestWeb, screens } from './screens.ts'

const { permission } = claimFacts

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 250,
      label: 'Insurance claims',
      to: claimFacts.queue,
      permission,
      below: ['/insuranceclaim/view', '/insuranceclaim/request'],
    },
  ],
  propertyPlaces: [{ label: 'Insurance claims', order: 27, to: (id) => `/insuranceclaim/list/${id}`, permission }],
  begunAtProperty: [{ label: claimFacts.label, to: (id) => `/insuranceclaim/view/0/${id}`, permission, order: 25 }],
  tabs: [{ on: 'lists', label: 'Types of loss', order: 20, load: () => import('./TypesOfLoss.tsx') }],
  found: {
    ...requestWeb.found,
    [claimFacts.name]: {
      heading: `${claimFacts.label}s`,
      to: ({ id, propertyId }) => `/insuranceclaim/view/${id}/${propertyId ?? 0}`,
    },
  },
  documentLabels: { ...requestWeb.documentLabels, [claimFacts.module]: claimFacts.label },
} satisfies WebModule
