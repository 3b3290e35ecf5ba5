export { type EntryRow, loadEntryRow, processOnce } from './entries.ts'
