import { screen } from '#kernel/web/screens.ts'

const application = '/ManagementCompanyAssetCertificationApplication'

/** Screens of the certification of management companies; what each person may do is the server's word. */
export const screens = [
  screen('/CertifiedManagementCompanyAgentList', 'Certified management companies', () => import('./PublicList.tsx'), {
    layout: 'public',
  }),
  screen('/McCertificationList', 'Certification of management companies', () => import('./Queue.tsx')),
  screen(
    '/ManagementCompanyAssetCertificationList/:managementCompanyId',
    'Certification of a company',
    () => import('./CompanyApplications.tsx'),
  ),
  screen(
    `${application}/create/:managementCompanyId`,
    'New certification application',
    () => import('./NewApplication.tsx'),
  ),
  screen(
    `${application}/edit/:managementCompanyAssetCertificationId`,
    'Certification application',
    () => import('./Application.tsx'),
  ),
]
