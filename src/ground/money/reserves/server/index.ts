import './tables.ts'

export { monthlyDepositOn } from './accounts.ts'
export { balanceOn, type LedgerAccount, newestEntryOn, release, reverse } from './ledger.ts'
export { depositsDue, reservePostings } from './postings.ts'
