export { type EntryRow, loadEntryRow, processOnce } from './once.ts'
