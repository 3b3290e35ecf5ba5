import type { WebModule } from '#kernel/web/module.ts'

/**
 * The web module of releases from control. The specification has no screen for them, so they are a tab of the
 * property (readings, "without a route").
 */
export default {
  tabs: [
    {
      on: 'property',
      group: 'Money',
      label: 'Decontrol',
      order: 27,
      load: () => import('./PropertyDecontrol.tsx'),
    },
  ],
  documentLabels: { DecontrolSchedule: 'Release from control' },
} satisfies WebModule
