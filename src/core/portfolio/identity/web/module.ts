import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    {
      on: 'property',
      group: 'People',
      label: 'Owner and partners',
      order: 43,
      load: () => import('./Partners.tsx'),
    },
    {
      on: 'property',
      group: 'Units and rents',
      label: 'Credits and numbers',
      order: 19,
      load: () => import('./Credits.tsx'),
    },
    {
      on: 'property',
      group: 'History',
      label: 'Former names',
      order: 74,
      load: () => import('./FormerNames.tsx'),
    },
  ],
} satisfies WebModule
