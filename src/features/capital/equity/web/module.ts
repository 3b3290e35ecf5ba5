import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

const permission = 'EquityFigures'
/** The web module of equity: screens, navigation, and the Equity tab of a property. */
export default {
  screens: [
    screen('/EquityFigures', 'Equity figures', () => import('./EquityFigures.tsx'), { permission }),
    screen('/EquityFiguresPropertyList', 'Equity by property', () => import('./PropertyList.tsx'), {
      permission,
    }),
  ],
  navigation: [
    {
      group: 'Money',
      order: 272,
      label: 'Equity figures',
      to: '/EquityFigures',
      permission,
      only: 'agency',
      below: ['/EquityFiguresPropertyList'],
    },
    {
      group: 'Money',
      order: 273,
      label: 'Equity',
      to: '/EquityFiguresPropertyList',
      permission,
      only: 'company',
      below: ['/EquityFigures'],
    },
  ],
  tabs: [
    {
      on: 'property',
      group: 'Money',
      label: 'Equity',
      order: 29,
      load: () => import('./PropertyEquity.tsx'),
    },
  ],
  propertyPlaces: [{ label: 'Equity', order: 25, to: (id) => `/EditProject/${id}?tab=Equity`, permission }],
} satisfies WebModule
