/**
 * Name, permission and screen paths of suspensions, for the server, the browser and its first bundle. Their
 * list is a tab of the replacement reserve screen.
 */
export const facts = {
  name: 'suspension',
  label: 'Suspension request',
  module: 'ReplacementReserveSuspension',
  /** The number of suspension requests in the list of modules (`/api/Module`). */
  moduleId: 20,
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rSuspensionRequest/edit/:replacementReserveSuspensionId',
  fresh: '/R4rSuspensionRequest/create/:projectId',
} as const
