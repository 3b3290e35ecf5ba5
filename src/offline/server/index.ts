export { type EntryRow as SentRow, loadEntryRow as sentBefore, processOnce as once } from './once.ts'
