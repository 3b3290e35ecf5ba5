export { getProjectListQuery } from './calls.ts'
export { Contact, Property, PropertyContact, PropertyRent } from './entities.ts'
export { formatFieldValue } from './factWords.ts'
export {
  MARKED_BY_HAND,
  type NonComplianceState,
  nonComplianceLabels,
  nonComplianceState,
} from './nonCompliance.ts'
export { getOffers, getOffersOfKind, MAX_OFFERS, type Offer, offer } from './offers.ts'
export { type PropertyLine, propertyLine } from './propertyLine.ts'
export { isTaxCreditOnly } from './rules.ts'
export { decontrolFlow, statusFlow } from './status.ts'
