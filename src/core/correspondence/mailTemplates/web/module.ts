import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Administration',
      order: 340,
      label: 'Mail templates',
      to: '/emailTemplates',
      only: 'agency',
      below: ['/emailTemplate'],
    },
  ],
  administered: [
    {
      order: 90,
      label: 'Mail templates',
      to: '/emailTemplates',
      text: 'The words of mails to many, and when they are sent.',
    },
  ],
  live: ['email'],
} satisfies WebModule
