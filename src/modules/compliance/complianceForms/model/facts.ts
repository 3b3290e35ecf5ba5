/** What both sides and the first screens know of compliance forms. */
export const facts = {
  name: 'complianceForm',
  label: 'Compliance form',
  module: 'Exhibit',
  permission: 'Compliance_Forms',
  queue: '/complianceForms/multiNav',
  open: '/complianceForms/review/:projectExhibitId',
} as const

/** The forms of one property. */
export const listPath = (propertyId: number | null | undefined): string =>
  `/complianceForms/list/${propertyId ?? 0}`
