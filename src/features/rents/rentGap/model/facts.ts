/** The names and paths of rent gap assistance that server, browser and the first screens share. */
export const facts = {
  name: 'rentGap',
  label: 'Rent gap application',
  module: 'RentGap',
  permission: 'Rent_Increase',
  queue: '/rentIncrease/RentGapAssistanceMultiNav',
  open: '/rentIncrease/RentGapAssistance/:propertyId/:id',
} as const

/** Returns the path of the list of one property's applications. */
export const getListPath = (propertyId: number | null | undefined): string =>
  `/rentIncrease/RentGapAssistanceList/${propertyId ?? 0}`
