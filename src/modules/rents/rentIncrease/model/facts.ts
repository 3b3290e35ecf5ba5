/** What both sides and the first screens know of rent increases. */
export const facts = {
  name: 'rentIncrease',
  label: 'Rent increase',
  module: 'Rent_Increase',
  permission: 'Rent_Increase',
  queue: '/rentIncrease/RentIncreaseMultiNav',
  open: '/rentIncrease/RentIncrease/:propertyId/:rentIncreaseRequestHeaderId',
} as const
