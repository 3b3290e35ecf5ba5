export { getMonthlyDepositSql } from './accounts.ts'
export {
  getBalanceSql,
  type LedgerAccount,
  newestEntryDaySql,
  releaseMoney,
  reverseRelease as reverse,
} from './ledger.ts'
export { getDepositsDueSql, reservePostingsJob } from './postings.ts'
