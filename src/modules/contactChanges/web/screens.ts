import { screen } from '#kernel/web/screens.ts'

const review = () => import('./Review.tsx')

/** Screens of the requests to change contacts. Contact routes carry no permission (NAV-10). */
export const screens = [
  screen(
    '/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId',
    'Contact change request',
    () => import('./Request.tsx'),
  ),
  screen('/MCContactChangeList', 'Contact changes', () => import('./OwnRequests.tsx')),
  screen('/ContactChangeRequestList', 'Contact changes of properties', () => import('./PropertyRequests.tsx')),
  screen(
    '/ManagementCompanyContactChangeRequestList',
    'Contact changes of companies',
    () => import('./CompanyRequests.tsx'),
  ),
  screen('/ContactChangeRequestReview/:requestId', 'Contact change request', review),
  screen('/ManagementContactChangeRequestReview/:requestId', 'Contact change request', review),
]
