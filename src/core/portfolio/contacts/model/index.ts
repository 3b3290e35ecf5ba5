export {
  companyTypes,
  contactTypes,
  getContactFaults,
  getMissingTypes,
  ownerTypes,
  type ZipStates,
} from './rules.ts'
export { isSamePerson as samePerson } from './samePerson.ts'
export { contactLine } from './shapes.ts'
export {
  type ContactField,
  ContactValues,
  contactFieldLabels,
  contactFields,
  getContactValues,
  isSameText,
  noValues,
} from './values.ts'
