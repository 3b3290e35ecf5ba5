import { rowsOfCompany } from '#ground/companies/server/index.ts'

/** Requests keep the name they were filed for; their lines follow by the foreign key. */
export const requestsOfCompany = rowsOfCompany('Contact change requests', 'contact_change_request')
