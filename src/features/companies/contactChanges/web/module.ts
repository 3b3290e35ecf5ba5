import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { contactChangeFacts } from '../model/facts.ts'
import { screens } from './screens.ts'

const pages = () => import('./pages.tsx')
const review = reviewWeb({ ...contactChangeFacts, open: '/ContactChangeRequestReview/:requestId' }, pages)
const companyReview = reviewWeb(
  { ...contactChangeFacts, open: '/ManagementContactChangeRequestReview/:requestId' },
  pages,
)

export default {
  ...review,
  screens: [...screens, ...review.screens, ...companyReview.screens],
  navigation: [
    {
      group: 'Requests',
      order: 190,
      label: 'Contact changes',
      to: '/MCContactChangeList',
      only: 'company',
      below: [
        '/ManagementContactChangeRequest',
        '/ContactChangeRequestReview',
        '/ManagementContactChangeRequestReview',
      ],
    },
    {
      group: 'Requests',
      order: 191,
      label: 'Contact changes',
      to: '/ContactChangeRequestList',
      only: 'agency',
      below: ['/ContactChangeRequestReview'],
    },
    {
      group: 'Requests',
      order: 192,
      label: 'Company contact changes',
      to: '/ManagementCompanyContactChangeRequestList',
      only: 'agency',
      below: ['/ManagementContactChangeRequestReview'],
    },
  ],
  begunAtProperty: [
    {
      kind: contactChangeFacts.name,
      moduleId: contactChangeFacts.moduleId,
      label: 'Contact change',
      to: (id) => `/ManagementContactChangeRequest/0/${id}`,
      permission: 'Global_Admin',
      order: 30,
    },
  ],
  tabs: [
    { on: 'contacts', label: 'Change requests', order: 10, load: () => import('./ChangeRequestsTab.tsx') },
  ],
} satisfies WebModule
