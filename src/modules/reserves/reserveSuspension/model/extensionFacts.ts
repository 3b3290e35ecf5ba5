/**
 * What both sides and the first screens know of extensions of suspensions; the specification names no screen
 * of theirs.
 */
export const extensionFacts = {
  name: 'suspensionExtension',
  label: 'Suspension extension',
  module: 'ReplacementReserveExtension',
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rSuspensionExtension/:replacementReserveExtensionId',
} as const
