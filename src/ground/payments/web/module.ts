import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

export default {
  screens: [screen('/Payments', 'Approved and unpaid', () => import('./Unpaid.tsx'))],
  navigation: [{ group: 'Finance', order: 260, label: 'Payments', to: '/Payments', only: 'agency' }],
} satisfies WebModule
