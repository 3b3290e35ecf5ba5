/** The names and paths of rent increases that server, browser and the first screens share. */
export const facts = {
  name: 'rentIncrease',
  label: 'Rent increase',
  module: 'Rent_Increase',
  permission: 'Rent_Increase',
  queue: '/rentIncrease/RentIncreaseMultiNav',
  open: '/rentIncrease/RentIncrease/:propertyId/:rentIncreaseRequestHeaderId',
} as const
