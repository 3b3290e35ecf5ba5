/** What both sides and the first screens know of the housing priority certification. */
export const facts = {
  name: 'housingPriority',
  label: 'Housing priority certification',
  module: 'ExhibitZ',
  permission: 'Compliance_Forms',
  queue: '/HousingPriorityCertificationProjectListAdmin',
  open: '/HousingPriorityCertification/edit/:housingPriorityCertificationId',
  fresh: '/HousingPriorityCertification/create/:projectId',
} as const

/** The certifications of one property. */
export const listPath = (propertyId: number | null | undefined): string =>
  `/HousingPriorityCertificationList/${propertyId ?? 0}`
