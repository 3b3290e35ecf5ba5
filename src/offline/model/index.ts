export { entryKey as sentKey, previousEntryKey } from './entryKey.ts'
