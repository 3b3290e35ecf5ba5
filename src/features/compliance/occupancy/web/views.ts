import type { SheetEntry } from './sheetStore.ts'

/** The filters of the worksheet, each with the test for a property. */
export const sheetFilters = {
  All: () => true,
  Empty: ({ state }: SheetEntry) => state.kind === 'empty',
  'To explain': ({ state }: SheetEntry) => ['explain', 'carry', 'wrong', 'entering'].includes(state.kind),
  Late: ({ state }: SheetEntry) => state.late,
  Complete: ({ state }: SheetEntry) => state.kind === 'complete',
  Ready: ({ state }: SheetEntry) => state.kind === 'ready',
  Filed: ({ state }: SheetEntry) => state.kind === 'filed',
} as const
export type SheetFilter = keyof typeof sheetFilters
