/** The names and paths of compliance forms that server, screens and the start of the app share. */
export const formFacts = {
  name: 'complianceForm',
  label: 'Compliance form',
  module: 'Exhibit',
  permission: 'Compliance_Forms',
  queue: '/complianceForms/multiNav',
  open: '/complianceForms/review/:projectExhibitId',
} as const

/** Returns the path to the forms of one property. */
export const getPropertyFormsPath = (propertyId: number | null | undefined): string =>
  `/complianceForms/list/${propertyId ?? 0}`
