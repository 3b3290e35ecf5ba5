import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [{ on: 'administration', label: 'Mail', order: 20, load: () => import('./Mails.tsx') }],
} satisfies WebModule
