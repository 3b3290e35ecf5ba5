import type { WebModule } from '#kernel/web/module.ts'
import { reviewScreens } from '#review/web/screens.ts'
import { routes } from '../model/routes.ts'

export default {
  screens: reviewScreens(
    { title: 'Suspension request', permission: 'Replacement_Reserve', ...routes },
    () => import('./pages.tsx'),
  ),
  tabs: [
    { on: 'reserves', label: 'Suspensions', order: 30, load: () => import('./pages.tsx') },
    { on: 'reserve', label: 'Suspensions', order: 10, load: () => import('./PropertySuspensions.tsx') },
  ],
  found: {
    suspension: { heading: 'Suspensions of deposits', to: ({ id }) => `/R4rSuspensionRequest/edit/${id}` },
  },
  documentLabels: { ReplacementReserveSuspension: 'Suspension request' },
} satisfies WebModule
