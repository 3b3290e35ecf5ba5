export { entryKey as sentKey, previousEntryKey } from './sent.ts'
