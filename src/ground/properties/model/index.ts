export { getProjectListQuery } from './calls.ts'
export { Contact, PropertyContact } from './entities.ts'
