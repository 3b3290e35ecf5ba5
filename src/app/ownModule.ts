import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

/** The web module of screens that only combine parts of other modules: Home and Configuration. */
export default {
  screens: [
    screen('/', 'Home', () => import('./Home.tsx')),
    screen('/Configuration', 'Configuration', () => import('./Configuration.tsx')),
  ],
  navigation: [
    { group: '', order: 100, label: 'Home', to: '/', only: 'company' },
    { group: 'Administration', order: 350, label: 'Configuration', to: '/Configuration', only: 'agency' },
  ],
  tabs: [
    {
      on: 'propertyOverview',
      label: 'Open requests',
      order: 20,
      load: () => import('#engines/review/web/OpenAtProperty.tsx'),
    },
  ],
  administered: [
    {
      order: 10,
      label: 'Configuration',
      to: '/Configuration',
      text: 'Amounts, deadlines, lists, holidays, counties, signature blocks.',
    },
  ],
} satisfies WebModule
