import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Properties',
      order: 190,
      label: 'Contact changes',
      to: '/MCContactChangeList',
      only: 'company',
      below: [
        '/ManagementContactChangeRequest',
        '/ContactChangeRequestReview',
        '/ManagementContactChangeRequestReview',
      ],
    },
    {
      group: 'Properties',
      order: 191,
      label: 'Contact changes',
      to: '/ContactChangeRequestList',
      only: 'agency',
      below: ['/ContactChangeRequestReview'],
    },
    {
      group: 'Properties',
      order: 192,
      label: 'Company contact changes',
      to: '/ManagementCompanyContactChangeRequestList',
      only: 'agency',
      below: ['/ManagementContactChangeRequestReview'],
    },
  ],
  found: { contacts: { heading: 'Contact change requests', to: ({ id }) => `/ContactChangeRequestReview/${id}` } },
  documentLabels: { Contact_Change: 'Contact change request' },
  tabs: [{ on: 'contacts', label: 'Change requests', order: 10, load: () => import('./AskedFor.tsx') }],
} satisfies WebModule
