export { getProjectListQuery } from './calls.ts'
export { Contact, PropertyContact } from './entities.ts'
export { type PropertyLine, propertyLine } from './propertyLine.ts'
export { isTaxCreditOnly } from './rules.ts'
