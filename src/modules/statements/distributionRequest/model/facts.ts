/** What both sides and the first screens know of distribution requests. */
export const facts = {
  name: 'distribution',
  label: 'Distribution request',
  module: 'DistributionRequest',
  permission: 'AFS',
  queue: '/DistributionRequest/review/list/year',
  multi: '/DistributionRequest/list/multi',
  open: '/DistributionRequest/view/:id',
} as const

/** The number of these requests in the list of modules. */
export const DISTRIBUTION_MODULE = 44

/** Why nothing can be asked for where no statement is filed. */
export const NO_STATEMENT =
  'No annual statement of this property was submitted yet; a distribution is requested on a statement.'
