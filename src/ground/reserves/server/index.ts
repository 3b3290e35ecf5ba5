import './tables.ts'

export { type LedgerAccount, release, reverse } from './ledger.ts'
export { reservePostings } from './postings.ts'
