import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    {
      on: 'property',
      group: 'Units and rents',
      label: 'Average income',
      order: 12,
      load: () => import('./AverageIncome.tsx'),
    },
  ],
} satisfies WebModule
