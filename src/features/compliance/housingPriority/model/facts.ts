/**
 * The names and paths of the housing priority certification that server, screens and the start of the app
 * share.
 */
export const priorityFacts = {
  name: 'housingPriority',
  label: 'Housing priority certification',
  module: 'ExhibitZ',
  permission: 'Compliance_Forms',
  queue: '/HousingPriorityCertificationProjectListAdmin',
  open: '/HousingPriorityCertification/edit/:housingPriorityCertificationId',
  fresh: '/HousingPriorityCertification/create/:projectId',
} as const

/** Returns the path to the certifications of one property. */
export const getPropertyCertificationsPath = (propertyId: number | null | undefined): string =>
  `/HousingPriorityCertificationList/${propertyId ?? 0}`
