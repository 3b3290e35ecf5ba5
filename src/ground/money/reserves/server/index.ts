import './tables.ts'

export { getMonthlyDepositSql as monthlyDepositOn } from './accounts.ts'
export {
  getBalanceSql as balanceOn,
  type LedgerAccount,
  newestEntryDaySql as newestEntryOn,
  releaseMoney as release,
  reverseRelease as reverse,
} from './ledger.ts'
export { getDepositsDueSql as depositsDue, reservePostingsJob as reservePostings } from './postings.ts'
