import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Companies',
      order: 170,
      label: 'Developers',
      to: '/Developer/list',
      only: 'agency',
      below: ['/Developer'],
    },
  ],
  administered: [
    { order: 60, label: 'Developers', to: '/Developer/list', text: 'Who built the properties.' },
  ],
} satisfies WebModule
