/**
 * Name, permission and screen paths of operating reserve requests, for the server, the browser and its first
 * bundle.
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
