export { useSelection } from './desk/useDesk.ts'
export type { Held, PagesOf, PartProps, QueueTab } from './pages.ts'
export { columnsWith, Queue, queueOf, recordsOfProperty, standingColumns } from './Queue.tsx'
export { FoundRecord, FreshRecord, Record } from './Record.tsx'
