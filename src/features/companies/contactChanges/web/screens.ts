import { screen } from '#kernel/web/screens.ts'

/** The screens of contact change requests. They need no permission (NAV-10). */
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
