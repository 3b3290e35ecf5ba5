import { screen } from '#kernel/web/screens.ts'

/** Screens of the requests to change contacts. Contact routes carry no permission (NAV-10). */
export const screens = [
  screen(
    '/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId',
    'Contact change request',
    () => import('./Request.tsx'),
  ),
  screen('/MCContactChangeList', 'Contact changes', () => import('./OwnRequests.tsx')),
  screen(
    '/ContactChangeRequestList',
    'Contact changes of properties',
    () => import('./PropertyRequests.tsx'),
  ),
  screen(
    '/ManagementCompanyContactChangeRequestList',
    'Contact changes of companies',
    () => import('./CompanyRequests.tsx'),
  ),
]
