export { managementCompanies } from './calls.ts'
export { CompanyHistory } from './entities.ts'
