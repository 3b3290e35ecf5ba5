/** What both sides and the first screens know of annual financial statements. */
export const facts = {
  name: 'statement',
  label: 'Annual financial statement',
  module: 'AFS',
  permission: 'AFS',
  queue: '/afs/list/multi',
  byYear: '/afs/review/list',
  open: '/afs/view/:year/:propertyId',
} as const
