import type { WebModule } from '#kernel/web/module.ts'

/** No screen of its own stands in the specification: a tab of the property (readings, "without a route"). */
export default {
  tabs: [{ on: 'property', group: 'Money', label: 'Decontrol', order: 27, load: () => import('./OfProperty.tsx') }],
  documentLabels: { DecontrolSchedule: 'Release from control' },
} satisfies WebModule
