import { insertRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { TaskMessage } from '../model/entities.ts'
import { tellBoth } from './taskMessages.ts'

/** Sends a message of the caller's that follows from another deed of theirs; `url` is a path of the app. Answers its id. */
export async function sendMessage(
  context: AnyContext,
  message: { message: string; url: string; notifyUserId: number },
): Promise<number> {
  const sent = { ...message, userId: context.actor.userId }
  const stored = await insertRow(context, TaskMessage, sent)
  await tellBoth(context, sent)
  return stored.taskMessageId as number
}

/** Takes messages of the caller's back, as far as nobody has read them. */
export async function takeBackMessages(context: AnyContext, ids: readonly number[]): Promise<void> {
  const gone = await context.db
    .deleteFrom('taskMessage')
    .where('taskMessageId', 'in', [0, ...ids])
    .where('userId', '=', context.actor.userId)
    .where('readAt', 'is', null)
    .returning(['userId', 'notifyUserId'])
    .execute()
  for (const message of gone) await tellBoth(context, message)
}
