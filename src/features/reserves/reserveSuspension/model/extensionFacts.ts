/**
 * Name, permission and screen paths of extensions of suspensions, for the server, the browser and its first
 * bundle. The specification names no screen for them.
 */
export const extensionFacts = {
  name: 'suspensionExtension',
  label: 'Suspension extension',
  module: 'ReplacementReserveExtension',
  permission: 'Replacement_Reserve',
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rSuspensionExtension/:replacementReserveExtensionId',
} as const
