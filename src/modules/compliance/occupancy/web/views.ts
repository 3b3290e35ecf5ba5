import type { Entry } from './sheetStore.ts'

/** The filters of the worksheet, each with the test for a property. */
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
