/**
 * The names and paths of the affordable housing locator that server, screens and the start of the app share.
 */
export const locatorFacts = {
  name: 'listing',
  label: 'Listing',
  module: 'AHL',
  moduleId: 53,
  permission: 'AHL',
  queue: '/AhlAdminList',
  open: '/ahl/listing/:ahlId',
  fresh: '/ahl/new/:propertyId',
} as const

/** Returns the path to all versions of a property's listing. */
export const getListingVersionsPath = (propertyId: number | null | undefined): string =>
  `/ahlList/${propertyId ?? 0}`
