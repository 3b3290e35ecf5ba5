import type { Served } from '#kernel/server/serve.ts'
import { bannerHandlers } from './banners.ts'
import { taskMessageHandlers } from './taskMessages.ts'

export {
  notifyPerson,
  sendPortalMessage,
  withdrawMessages,
} from './taskMessages.ts'

/** The handlers of all calls of the messages module. */
export const served: Served[] = [...bannerHandlers, ...taskMessageHandlers]
