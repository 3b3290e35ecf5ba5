/**
 * What both sides and the first screens know of completions; their list is a tab of the replacement
 * reserve's.
 */
export const facts = {
  name: 'completion',
  label: 'Advance review completion',
  module: 'ReplacementReserveCompletion',
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rCompletion/:replacementReserveCompletionId',
} as const
