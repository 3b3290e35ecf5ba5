import type { WebModule } from '#kernel/web/module.ts'

/**
 * The web module of resyndications. The specification has no screen for them, so they are a tab of the
 * property (readings, "without a route").
 */
export default {
  tabs: [
    {
      on: 'property',
      group: 'Money',
      label: 'Resyndication',
      order: 26,
      load: () => import('./PropertyResyndications.tsx'),
    },
    { on: 'lists', label: 'Types of resyndication', order: 43, load: () => import('./Types.tsx') },
  ],
} satisfies WebModule
