/** The names and paths of annual statements that server, browser and the first screens share. */
export const facts = {
  name: 'statement',
  label: 'Annual financial statement',
  module: 'AFS',
  permission: 'AFS',
  queue: '/afs/list/multi',
  byYear: '/afs/review/list',
  open: '/afs/view/:year/:propertyId',
} as const
