export { DuplicateMatch } from './duplicates.ts'
