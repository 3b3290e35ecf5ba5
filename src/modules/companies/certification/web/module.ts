import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { facts } from '../model/facts.ts'

const { fresh, queue, ofCompany, ...reviewFacts } = facts
const below = [ofCompany, '/ManagementCompanyAssetCertificationApplication']
const review = reviewWeb(reviewFacts, () => import('./pages.tsx'))

/** The certification of management companies; what each person may do is the server's word. */
export default {
  ...review,
  screens: [
    ...review.screens,
    // Before a new one the screen checks whether another is open.
    screen(fresh, `New ${facts.label.toLowerCase()}`, () => import('./NewApplication.tsx')),
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
    { group: 'Companies', order: 150, label: 'Certification', to: `${ofCompany}/0`, only: 'company', below },
    { group: 'Companies', order: 160, label: 'Company certification', to: queue, only: 'agency', below },
  ],
} satisfies WebModule
