export {
  companyTypes,
  contactTypes,
  getContactFaults as contactFaults,
  getMissingTypes as missingTypes,
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
  isSameText as sameText,
  noValues,
} from './values.ts'
