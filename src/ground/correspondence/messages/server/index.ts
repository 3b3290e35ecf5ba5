import type { Served } from '#kernel/server/serve.ts'
import { bannerHandlers } from './banners.ts'
import { taskMessageHandlers } from './taskMessages.ts'

export { leaveMessage, notifyPerson, takeBackMessages } from './taskMessages.ts'

/** Everything the messages module answers. */
export const served: Served[] = [...bannerHandlers, ...taskMessageHandlers]
