import { screen } from '#kernel/web/screens.ts'

/** Screens of contacts. Contact routes carry no permission (NAV-10). */
export const screens = [
  screen('/ManagementContacts', 'Contacts', () => import('./ManagementContacts.tsx')),
  screen(
    '/ChangeRequestContactListProperty/:propertyId',
    'Contacts of a property',
    () => import('./PropertyContacts.tsx'),
  ),
  screen('/ContactBulkEdit/:propertyId', 'Edit contacts', () => import('./BulkEdit.tsx')),
]
