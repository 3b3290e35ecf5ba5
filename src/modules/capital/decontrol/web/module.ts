import type { WebModule } from '#kernel/web/module.ts'

/** The specification has no screen for it: a tab of the property (readings, "without a route"). */
export default {
  tabs: [
    { on: 'property', group: 'Money', label: 'Decontrol', order: 27, load: () => import('./OfProperty.tsx') },
  ],
  documentLabels: { DecontrolSchedule: 'Release from control' },
} satisfies WebModule
