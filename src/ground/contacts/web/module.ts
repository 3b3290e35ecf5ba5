import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Properties',
      order: 180,
      label: 'Contacts',
      to: '/ManagementContacts',
      below: ['/ChangeRequestContactListProperty', '/ContactBulkEdit', '/ManagementContactChangeRequest'],
    },
    {
      group: 'Properties',
      order: 190,
      label: 'Contact changes',
      to: '/MCContactChangeList',
      only: 'company',
      below: ['/ContactChangeRequestReview', '/ManagementContactChangeRequestReview'],
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
  tabs: [
    { on: 'property', label: 'Contacts', order: 30, load: () => import('./ContactTools.tsx') },
    { on: 'company', label: 'Contacts', order: 40, load: () => import('./CompanyContacts.tsx') },
  ],
  // A contact is shown with its property.
  found: { contact: { heading: 'Contacts', to: ({ propertyId }) => `/EditProject/${propertyId}` } },
} satisfies WebModule
