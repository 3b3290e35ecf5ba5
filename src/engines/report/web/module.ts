import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

/** The list of all reports and the portfolio; each report has its own screen in its module. */
export default {
  screens: [
    screen('/reporting', 'Reports', () => import('./ReportList.tsx')),
    screen('/Portfolio', 'Portfolio', () => import('./Portfolio.tsx')),
  ],
  navigation: [
    { group: 'Reports', order: 300, label: 'Portfolio', to: '/Portfolio' },
    { group: 'Reports', order: 301, label: 'All reports', to: '/reporting', below: ['/reporting'] },
  ],
  tabs: [
    { on: 'home', label: 'Figures', order: 5, load: () => import('./HomeFigures.tsx') },
    {
      on: 'lists',
      label: 'Regions of financial reports',
      order: 44,
      load: () => import('./CountyRegions.tsx'),
    },
  ],
} satisfies WebModule
