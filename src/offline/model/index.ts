export { entryKey as sentKey, previousEntryKey as sentAfter } from './sent.ts'
