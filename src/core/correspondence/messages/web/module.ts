import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    { group: 'Administration', order: 330, label: 'Banners', to: '/MessageManager', only: 'agency' },
  ],
  administered: [
    {
      order: 80,
      label: 'Banners',
      to: '/MessageManager',
      text: 'Messages shown to everybody at the top of every screen.',
    },
  ],
  live: ['taskmessage', 'headermessage'],
} satisfies WebModule
