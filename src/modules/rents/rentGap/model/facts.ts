/** What both sides and the first screens know of rent gap assistance. */
export const facts = {
  name: 'rentGap',
  label: 'Rent gap application',
  module: 'RentGap',
  permission: 'Rent_Increase',
  queue: '/rentIncrease/RentGapAssistanceMultiNav',
  open: '/rentIncrease/RentGapAssistance/:propertyId/:id',
} as const

/** The applications of one property. */
export const listPath = (propertyId: number | null | undefined): string =>
  `/rentIncrease/RentGapAssistanceList/${propertyId ?? 0}`
