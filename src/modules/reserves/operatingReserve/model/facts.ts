/**
 * Name, permission and screen paths of operating reserve requests, small enough to be in every page’s bundle.
 */
export const facts = {
  name: 'operating',
  label: 'Operating reserve request',
  module: 'OperatingReserve',
  permission: 'OperatingReserve',
  queue: '/OperatingReserveMultiNav',
  open: '/OperatingReserve/:id/:projectId',
  fresh: '/OperatingReserve/0/:projectId',
} as const
