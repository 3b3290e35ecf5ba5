/**
 * What both sides and the first screens know of suspensions; their list is a tab of the replacement
 * reserve's.
 */
export const facts = {
  name: 'suspension',
  label: 'Suspension request',
  module: 'ReplacementReserveSuspension',
  /** Their number in the list of modules. */
  moduleId: 20,
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rSuspensionRequest/edit/:replacementReserveSuspensionId',
  fresh: '/R4rSuspensionRequest/create/:projectId',
} as const
