/** What both sides and the first screens know of requests to operating reserves. */
export const facts = {
  name: 'operating',
  label: 'Operating reserve request',
  module: 'OperatingReserve',
  permission: 'OperatingReserve',
  queue: '/OperatingReserveMultiNav',
  open: '/OperatingReserve/:id/:projectId',
  fresh: '/OperatingReserve/0/:projectId',
} as const
