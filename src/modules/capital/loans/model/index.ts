export { computeFiscalYear, monthsBetween, type Terms, yearFrom } from './amortization.ts'
export { type LoanFacts, getLoanTerms } from './years.ts'
