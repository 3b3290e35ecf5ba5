export { computeFiscalYear, monthsBetween, type Terms, yearFrom } from './amortization.ts'
export { getLoanTerms, type LoanFacts } from './years.ts'
