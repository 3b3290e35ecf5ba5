import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    {
      on: 'property',
      group: 'Units and rents',
      label: 'Characteristics',
      order: 18,
      load: () => import('./Characteristics.tsx'),
    },
    { on: 'lists', label: 'Units and characteristics', order: 40, load: () => import('./UnitTypes.tsx') },
  ],
} satisfies WebModule
