/** What both sides and the first screens know of the 2013 records. */
export const facts = {
  name: 'program2013',
  label: '2013 record',
  module: 'Program2013',
  queue: '/2013/List',
  open: '/2013/EditDetails/:id',
} as const

/** The records of a property. */
export const ofProperty = (propertyId: number): string => `/2013/Review/${propertyId}`
