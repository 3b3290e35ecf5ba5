import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    { group: 'Compliance', order: 118, label: 'VAWA requests', to: '/VawaList', permission: 'Occupancy' },
  ],
} satisfies WebModule
