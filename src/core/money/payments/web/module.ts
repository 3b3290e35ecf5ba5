import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

export default {
  screens: [screen('/Payments', 'Approved and unpaid', () => import('./Unpaid.tsx'))],
  found: {
    invoice: { heading: 'Invoices', to: ({ propertyId }) => `/EditProject/${propertyId}` },
    payment: { heading: 'Checks', to: ({ propertyId }) => `/EditProject/${propertyId}` },
  },
  navigation: [{ group: 'Money', order: 260, label: 'Payments', to: '/Payments', only: 'agency' }],
} satisfies WebModule
