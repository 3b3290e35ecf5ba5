export { fiscalYearOf, monthsBetween, type Terms, yearFrom } from './amortization.ts'
export { type LoanFacts, termsOf } from './years.ts'
