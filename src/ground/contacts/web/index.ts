export { CompanyContacts } from './CompanyContacts.tsx'
export { ContactTools } from './ContactTools.tsx'
