export { DuplicateMatch } from './duplicates.ts'
export { normalizeInvoiceNumber } from './number.ts'
