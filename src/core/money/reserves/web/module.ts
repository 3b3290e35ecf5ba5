import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Money',
      order: 205,
      label: 'Reserve accounts',
      to: '/ReserveAccounts',
      permission: 'Replacement_Reserve',
      below: ['/ReserveAccount'],
    },
  ],
  tabs: [
    {
      on: 'property',
      group: 'Money',
      label: 'Reserves',
      order: 20,
      load: () => import('./PropertyReserves.tsx'),
    },
  ],
} satisfies WebModule
