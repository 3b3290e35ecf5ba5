/**
 * The names and paths of extension requests that server, screens and the start of the app share. The
 * specification has no screens for them.
 */
export const extensionFacts = {
  name: 'extension',
  label: 'Extension request',
  module: 'ExtensionRequest',
  permission: 'AFS',
  queue: '/ExtensionRequest',
  open: '/ExtensionRequest/:extensionRequestId',
} as const
