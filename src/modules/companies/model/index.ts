export { managementCompanies } from './calls.ts'
