import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  tabs: [
    {
      on: 'propertyOverview',
      label: 'Debt coverage',
      order: 15,
      load: () => import('./PropertyCoverage.tsx'),
    },
  ],
} satisfies WebModule
