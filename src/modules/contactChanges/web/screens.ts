import { screen } from '#kernel/web/screens.ts'
import { reviewScreens } from '#review/web/screens.ts'

const title = 'Contact change request'
const load = () => import('./pages.tsx')

/** Screens of the requests to change contacts. Contact routes carry no permission (NAV-10). */
export const screens = [
  screen('/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId', title, () => import('./Request.tsx')),
  screen('/MCContactChangeList', 'Contact changes', () => import('./OwnRequests.tsx')),
  screen('/ContactChangeRequestList', 'Contact changes of properties', () => import('./PropertyRequests.tsx')),
  screen(
    '/ManagementCompanyContactChangeRequestList',
    'Contact changes of companies',
    () => import('./CompanyRequests.tsx'),
  ),
  ...reviewScreens({ title, open: '/ContactChangeRequestReview/:requestId' }, load),
  ...reviewScreens({ title, open: '/ManagementContactChangeRequestReview/:requestId' }, load),
]
