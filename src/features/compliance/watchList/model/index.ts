export { EntryStatus } from './entities.ts'
