import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

/** The web module of loans: screen, navigation, search results, and the Loans tab of a property. */
export default {
  screens: [screen('/LoanAdministration', 'Loans', () => import('./LoanAdministration.tsx'))],
  navigation: [{ group: 'Money', order: 270, label: 'Loans', to: '/LoanAdministration', only: 'agency' }],
  found: { loan: { heading: 'Loans', to: ({ propertyId }) => `/EditProject/${propertyId}?tab=Loans` } },
  tabs: [
    { on: 'property', group: 'Money', label: 'Loans', order: 28, load: () => import('./PropertyLoans.tsx') },
  ],
  propertyPlaces: [
    { label: 'Loans', order: 24, to: (id) => `/EditProject/${id}?tab=Loans`, permission: 'EquityFigures' },
  ],
} satisfies WebModule
