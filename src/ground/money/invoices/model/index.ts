export { DuplicateMatch } from './duplicates.ts'
export { normaliseInvoiceNumber } from './number.ts'
