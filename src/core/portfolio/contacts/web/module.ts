import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Companies',
      order: 180,
      label: 'Contacts',
      to: '/ManagementContacts',
      below: ['/ChangeRequestContactListProperty', '/ContactBulkEdit'],
    },
  ],
  tabs: [
    {
      on: 'property',
      group: 'People',
      label: 'Contacts',
      order: 40,
      load: () => import('./ContactTools.tsx'),
    },
    { on: 'company', label: 'Contacts', order: 40, load: () => import('./CompanyContacts.tsx') },
  ],
  // A contact is shown with its property.
  found: { contact: { heading: 'Contacts', to: ({ propertyId }) => `/EditProject/${propertyId}` } },
} satisfies WebModule
