export type { Held, PagesOf, PartProps } from './pages.ts'
export { columnsWith, Queue, queueOf, recordsOfProperty, standingColumns } from './Queue.tsx'
export { FreshRecord, Record } from './Record.tsx'
