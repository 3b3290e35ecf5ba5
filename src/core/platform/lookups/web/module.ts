import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  tabs: [
    { on: 'configuration', label: 'Lists', order: 20, load: () => import('./Lists.tsx') },
    { on: 'configuration', label: 'Counties', order: 40, load: () => import('./Counties.tsx') },
  ],
} satisfies WebModule
