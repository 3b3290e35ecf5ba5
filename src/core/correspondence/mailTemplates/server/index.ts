import { serveFixedList } from '#core/platform/lookups/server/index.ts'
import type { Served } from '#kernel/server/serve.ts'
import { templateTypes } from '../model/calls.ts'
import { emailHandlers } from './emails.ts'
import { eventMailHandlers } from './eventMails.ts'
import { templateHandlers } from './templates.ts'

export { loadMailWriter, sendEventMail } from './eventMails.ts'

/** The handlers of all calls of the mail templates module. */
export const served: Served[] = [
  ...templateHandlers,
  ...emailHandlers,
  ...eventMailHandlers,
  ...serveFixedList(templateTypes),
]
