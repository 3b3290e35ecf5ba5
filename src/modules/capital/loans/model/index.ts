export {
  computeFiscalYear,
  computeLoanYear as yearFrom,
  countMonthsBetween as monthsBetween,
  type LoanTerms as Terms,
} from './amortization.ts'
export { getLoanTerms, type LoanFacts } from './years.ts'
