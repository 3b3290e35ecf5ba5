import type { Entry } from './sheetStore.ts'

/** What of the properties is looked at. */
export const views = {
  All: () => true,
  Empty: ({ state }: Entry) => state.kind === 'empty',
  'To explain': ({ state }: Entry) => ['explain', 'carry', 'wrong', 'entering'].includes(state.kind),
  Late: ({ state }: Entry) => state.late,
  Complete: ({ state }: Entry) => state.kind === 'complete',
  Ready: ({ state }: Entry) => state.kind === 'ready',
  Filed: ({ state }: Entry) => state.kind === 'filed',
} as const
export type View = keyof typeof views
