export {
  computeFiscalYear,
  computeLoanYear,
  countMonthsBetween,
  type LoanTerms,
} from './amortization.ts'
export { getLoanTerms, type LoanFacts } from './years.ts'
