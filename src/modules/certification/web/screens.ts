import { screen } from '#kernel/web/screens.ts'
import { reviewScreens } from '#review/web/screens.ts'
import { routes } from '../model/routes.ts'

/** Screens of the certification of management companies; what each person may do is the server's word. */
export const screens = [
  screen('/CertifiedManagementCompanyAgentList', 'Certified management companies', () => import('./PublicList.tsx'), {
    layout: 'public',
  }),
  screen(routes.queue, 'Certification of management companies', () => import('./Queue.tsx')),
  screen(
    '/ManagementCompanyAssetCertificationList/:managementCompanyId',
    'Certification of a company',
    () => import('./CompanyApplications.tsx'),
  ),
  screen(routes.fresh, 'New certification application', () => import('./NewApplication.tsx')),
  ...reviewScreens({ title: 'Certification application', open: routes.open }, () => import('./pages.tsx')),
]
