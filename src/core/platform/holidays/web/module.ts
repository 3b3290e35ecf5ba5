import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [{ on: 'configuration', label: 'Holidays', order: 30, load: () => import('./Holidays.tsx') }],
} satisfies WebModule
