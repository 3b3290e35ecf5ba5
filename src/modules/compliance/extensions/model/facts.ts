/**
 * What both sides and the first screens know of extension requests; the specification names no screen of
 * theirs.
 */
export const facts = {
  name: 'extension',
  label: 'Extension request',
  module: 'ExtensionRequest',
  permission: 'AFS',
  queue: '/ExtensionRequest',
  open: '/ExtensionRequest/:extensionRequestId',
} as const
