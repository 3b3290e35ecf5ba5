import type { WebModule } from '#kernel/web/module.ts'
import { reviewScreens } from '#review/web/screens.ts'
import { routes } from '../model/routes.ts'

const pages = () => import('./pages.tsx')

export default {
  screens: reviewScreens({ title: 'Suspension request', permission: 'Replacement_Reserve', ...routes }, pages),
  tabs: [
    { on: 'reserves', label: 'Suspensions', order: 30, load: async () => ({ default: (await pages()).Suspensions }) },
    { on: 'reserve', label: 'Suspensions', order: 10, load: async () => ({ default: (await pages()).OfProperty }) },
  ],
  found: {
    suspension: { heading: 'Suspensions of deposits', to: ({ id }) => `/R4rSuspensionRequest/edit/${id}` },
  },
  documentLabels: { ReplacementReserveSuspension: 'Suspension request' },
} satisfies WebModule
