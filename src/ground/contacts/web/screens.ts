import { screen } from '#kernel/web/screens.ts'

const review = () => import('./Review.tsx')

/** Screens of contacts and of the requests to change them. Contact routes carry no permission (NAV-10). */
export const screens = [
  screen(
    '/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId',
    'Contact change request',
    () => import('./Request.tsx'),
  ),
  screen('/ManagementContacts', 'Contacts', () => import('./ManagementContacts.tsx')),
  screen('/MCContactChangeList', 'Contact changes', () => import('./OwnRequests.tsx')),
  screen('/ContactChangeRequestList', 'Contact changes of properties', () => import('./PropertyRequests.tsx')),
  screen(
    '/ManagementCompanyContactChangeRequestList',
    'Contact changes of companies',
    () => import('./CompanyRequests.tsx'),
  ),
  screen('/ContactChangeRequestReview/:requestId', 'Contact change request', review),
  screen('/ManagementContactChangeRequestReview/:requestId', 'Contact change request', review),
  screen(
    '/ChangeRequestContactListProperty/:propertyId',
    'Contacts of a property',
    () => import('./PropertyContacts.tsx'),
  ),
  screen('/ContactBulkEdit/:propertyId', 'Edit contacts', () => import('./BulkEdit.tsx')),
]
