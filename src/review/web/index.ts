export type { Held, PagesOf, PartProps } from './pages.ts'
export { Queue, RecordTable, standingColumns } from './Queue.tsx'
export { FreshRecord, Record } from './Record.tsx'
