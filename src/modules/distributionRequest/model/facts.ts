/** What both sides and the first screens know of distribution requests. */
export const facts = {
  name: 'distribution',
  label: 'Distribution request',
  module: 'DistributionRequest',
  permission: 'AFS',
  queue: '/DistributionRequest/review/list/year',
  open: '/DistributionRequest/view/:id',
} as const
