import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [{ on: 'configuration', label: 'Settings', order: 10, load: () => import('./Settings.tsx') }],
} satisfies WebModule
