import './tables.ts'

export { monthlyDepositOn } from './accounts.ts'
export { balanceOn, type LedgerAccount, release, reverse } from './ledger.ts'
export { reservePostings } from './postings.ts'
