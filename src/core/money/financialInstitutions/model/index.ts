export { financialInstitutions } from './calls.ts'
