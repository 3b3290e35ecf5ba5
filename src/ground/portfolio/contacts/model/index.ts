export {
  companyTypes,
  contactFaults,
  contactTypes,
  missingTypes,
  ownerTypes,
  type ZipStates,
} from './rules.ts'
export { samePerson } from './samePerson.ts'
export { contactLine } from './shapes.ts'
export {
  type ContactField,
  ContactValues,
  contactFieldLabels,
  contactFields,
  getContactValues,
  noValues,
  sameText,
} from './values.ts'
