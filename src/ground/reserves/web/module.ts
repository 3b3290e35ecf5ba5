import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 205,
      label: 'Reserve accounts',
      to: '/ReserveAccounts',
      permission: 'Replacement_Reserve',
      below: ['/ReserveAccount'],
    },
  ],
  tabs: [{ on: 'property', label: 'Reserves', order: 35, load: () => import('./OfProperty.tsx') }],
} satisfies WebModule
