/** The names and paths of distribution requests that server, browser and the first screens share. */
export const facts = {
  name: 'distribution',
  label: 'Distribution request',
  module: 'DistributionRequest',
  permission: 'AFS',
  queue: '/DistributionRequest/review/list/year',
  multi: '/DistributionRequest/list/multi',
  open: '/DistributionRequest/view/:id',
} as const

/** The number of distribution requests in the list of modules. */
export const DISTRIBUTION_MODULE = 44

/** The message shown if a property has no filed statement to request a distribution on. */
export const NO_STATEMENT =
  'No annual statement of this property was submitted yet; a distribution is requested on a statement.'
