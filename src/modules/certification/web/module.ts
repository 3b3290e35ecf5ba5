import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

const below = ['/ManagementCompanyAssetCertificationList', '/ManagementCompanyAssetCertificationApplication']

export default {
  screens,
  navigation: [
    {
      group: 'Properties',
      order: 150,
      label: 'Certification',
      to: '/ManagementCompanyAssetCertificationList/0',
      only: 'company',
      below,
    },
    {
      group: 'Properties',
      order: 160,
      label: 'Company certification',
      to: '/McCertificationList',
      only: 'agency',
      below,
    },
  ],
  found: {
    certification: {
      heading: 'Certification applications',
      to: ({ id }) => `/ManagementCompanyAssetCertificationApplication/edit/${id}`,
    },
  },
  documentLabels: { Certification: 'Certification application' },
} satisfies WebModule
