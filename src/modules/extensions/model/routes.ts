/** Where extension requests are; the specification names no screen of theirs. */
export const routes = { queue: '/ExtensionRequest', open: '/ExtensionRequest/:extensionRequestId' }
