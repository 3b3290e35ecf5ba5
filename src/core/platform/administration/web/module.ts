import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

export default {
  screens: [screen('/admin', 'Administration', () => import('./Administration.tsx'))],
  navigation: [
    { group: 'Administration', order: 320, label: 'Overview and mail', to: '/admin', only: 'agencyAdmin' },
  ],
} satisfies WebModule
