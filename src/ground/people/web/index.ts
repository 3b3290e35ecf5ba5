export { CompanyUsers } from './CompanyUsers.tsx'
