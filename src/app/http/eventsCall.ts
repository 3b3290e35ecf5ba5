import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'

/**
 * The declaration of the stream of events. Its answer lasts as long as the session, so it is served
 * separately
 * from all other calls.
 */
export const listenToEvents = call({
  method: 'GET',
  path: '/api/events',
  access: signedIn,
  answer: z.string(),
  answerType: 'text/event-stream',
  summary: 'Changes as server-sent events; each contains only a topic',
})
