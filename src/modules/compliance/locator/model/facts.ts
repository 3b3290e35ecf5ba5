/** What both sides and the first screens know of the affordable housing locator. */
export const facts = {
  name: 'listing',
  label: 'Listing',
  module: 'AHL',
  moduleId: 53,
  permission: 'AHL',
  queue: '/AhlAdminList',
  open: '/ahl/listing/:ahlId',
  fresh: '/ahl/new/:propertyId',
} as const

/** The listing of one property, every version of it. */
export const listPath = (propertyId: number | null | undefined): string => `/ahlList/${propertyId ?? 0}`
