/** Name and screen paths of 2013 records, for the server, the browser and its first bundle. */
export const facts = {
  name: 'program2013',
  label: '2013 record',
  module: 'Program2013',
  queue: '/2013/List',
  open: '/2013/EditDetails/:id',
} as const

/** Returns the path of the screen with a property’s records. */
export const getPropertyRecordsPath = (propertyId: number): string => `/2013/Review/${propertyId}`
