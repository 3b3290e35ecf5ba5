import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    { on: 'rentIncrease', label: 'Comparable rents', order: 10, load: () => import('./Comparables.tsx') },
  ],
} satisfies WebModule
