import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { certificationFacts } from '../model/facts.ts'

const { fresh, queue, ofCompany, ...reviewFacts } = certificationFacts
const activePaths = [ofCompany, '/ManagementCompanyAssetCertificationApplication']
const review = reviewWeb(reviewFacts, () => import('./pages.tsx'))

/**
 * The web module of the certification of management companies. The server decides what each person may do.
 */
export default {
  ...review,
  screens: [
    ...review.screens,
    // This screen checks whether another application is open before it shows a new one.
    screen(fresh, `New ${certificationFacts.label.toLowerCase()}`, () => import('./NewApplication.tsx')),
    screen(
      '/CertifiedManagementCompanyAgentList',
      'Certified management companies',
      () => import('./PublicList.tsx'),
      {
        layout: 'public',
      },
    ),
    screen(queue, 'Certification of management companies', () => import('./Queue.tsx')),
    screen(
      `${ofCompany}/:managementCompanyId`,
      'Certification of a company',
      () => import('./CompanyApplications.tsx'),
    ),
  ],
  navigation: [
    {
      group: 'Companies',
      order: 150,
      label: 'Certification',
      to: `${ofCompany}/0`,
      only: 'company',
      below: activePaths,
    },
    {
      group: 'Companies',
      order: 160,
      label: 'Company certification',
      to: queue,
      only: 'agency',
      below: activePaths,
    },
  ],
} satisfies WebModule
