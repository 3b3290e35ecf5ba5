/**
 * Name, permission and screen paths of completions, for the server, the browser and its first bundle. Their
 * list is a tab of the replacement reserve screen.
 */
export const facts = {
  name: 'completion',
  label: 'Advance review completion',
  module: 'ReplacementReserveCompletion',
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rCompletion/:replacementReserveCompletionId',
} as const
