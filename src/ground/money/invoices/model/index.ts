export { DuplicateMatch } from './duplicates.ts'
export { normalizeInvoiceNumber as normaliseInvoiceNumber } from './number.ts'
