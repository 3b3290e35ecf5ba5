import { type RawBuilder, sql } from 'kysely'
import { isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { notify } from '#kernel/server/events.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  createNewTaskMessage,
  getTaskMessageCount,
  getTaskMessageRecipients,
  getTaskMessages,
  getUnreadTaskMessageCount,
  readTaskMessage,
  type TaskMessageLine,
  taskMessages,
} from '../model/calls.ts'
import { TaskMessage } from '../model/entities.ts'
import { toPortalPath } from '../model/rules.ts'
import { loadRecipients } from './people.ts'
import './tables.ts'

type Message = Row<typeof TaskMessage>

const MAX_LISTED = 500

/** Notifies the browsers of sender and recipient that messages changed, without the content. */
async function notifyBoth(
  context: AnyContext,
  { userId, notifyUserId }: Pick<Message, 'userId' | 'notifyUserId'>,
) {
  for (const recipientId of new Set([userId, notifyUserId]))
    await notify(context, { userId: recipientId, topic: 'taskmessage' })
}

/** Refuses a change of a message by anyone but its writer, or after it was read. */
function refuseOthersOrRead(context: AnyContext, present: Message): void {
  if (present.userId !== context.actor.userId) refuse.forbidden('Only its writer changes a message.')
  if (present.readAt) refuse.rule('The message was read already and stays as it is.')
}

/**
 * Checks the recipient, text and link of a message. Refuses with all faults. Agency users who may only read
 * may not write messages either.
 */
async function checkMessage(
  context: AnyContext,
  values: Record<string, unknown>,
  present: Record<string, unknown> | null,
) {
  if (isAgency(context.actor) && !isAgencyWriter(context.actor))
    refuse.forbidden('You may read messages, not write them.')
  if (present) refuseOthersOrRead(context, present as Message)
  const payload = values as Partial<Message>
  const merged = { ...present, ...payload } as Partial<Message>
  const faults: Fault[] = []
  if (!merged.message?.trim()) faults.push({ field: 'message', message: 'Message: *Field is required' })
  const url = merged.url ? toPortalPath(merged.url, context.services.config.publicUrl) : null
  if (merged.url && !url)
    faults.push({ field: 'url', message: 'Link: choose a page of this portal, such as /Projects.' })
  const to = merged.notifyUserId ?? 0
  const reachables = to > 0 ? await loadRecipients(context, merged.propertyId ?? 0, to) : []
  if (to === 0) faults.push({ field: 'notifyUserId', message: 'To: *Field is required' })
  else if (reachables.length === 0)
    faults.push({
      field: 'notifyUserId',
      message: 'To: choose somebody of your company or the agency who may see this.',
    })
  if (faults.length > 0) refuse.invalid(faults)
  return {
    ...payload,
    url,
    propertyId: merged.propertyId || null,
    taskId: merged.taskId || null,
    userId: context.actor.userId,
  }
}

const hooks: CrudHooks = {
  before: checkMessage,
  after: (context, row) => notifyBoth(context, row as Message),
  beforeRemove: async (context, present) => {
    refuseOthersOrRead(context, present as Message)
    await notifyBoth(context, present as Message)
  },
}
const controllerHandlers = serveController(taskMessages, hooks)

/**
 * Sends a message in the caller's name because of another action. Inactive users and the caller get none.
 * Returns the id of the message, or null if none was sent.
 */
export async function notifyPerson(
  context: AnyContext,
  notifyUserId: number,
  message: MessageContent,
): Promise<number | null> {
  return context.actor.userId === notifyUserId ? null : storeMessage(context, notifyUserId, message)
}

/** Sends the caller a message from the portal, such as that a requested file is ready. */
export const sendPortalMessage = (context: AnyContext, message: MessageContent): Promise<number | null> =>
  storeMessage(context, context.actor.userId, message)

type MessageContent = Pick<Message, 'taskName' | 'message' | 'url' | 'propertyId'>

async function storeMessage(
  context: AnyContext,
  notifyUserId: number,
  message: MessageContent,
): Promise<number | null> {
  const { userId } = context.actor
  const result = await sql<{
    id: number
  }>`insert into task_message (task_name, message, url, property_id, user_id, notify_user_id)
    select ${message.taskName}, ${message.message}, ${message.url}, ${message.propertyId}, ${userId},
    u.user_id
    from app_user u where u.user_id = ${notifyUserId} and u.active returning task_message_id as id`.execute(
    context.db,
  )
  const id = result.rows[0]?.id ?? null
  if (id !== null) await notifyBoth(context, { userId, notifyUserId })
  return id
}

/** Withdraws those of these messages of the caller that are not read yet. */
export async function withdrawMessages(context: AnyContext, ids: readonly number[]): Promise<void> {
  const withdrawn = await context.db
    .deleteFrom('taskMessage')
    .where('taskMessageId', 'in', [0, ...ids])
    .where('userId', '=', context.actor.userId)
    .where('readAt', 'is', null)
    .returning(['userId', 'notifyUserId'])
    .execute()
  for (const message of withdrawn) await notifyBoth(context, message)
}

type MessageFilter = { taskId?: number | undefined; propertyId?: number | undefined }

/** SQL: whether a message `m` is about the task and property. */
const matchesFilter = ({ taskId = 0, propertyId = 0 }: MessageFilter): RawBuilder<boolean> =>
  sql<boolean>`(${taskId}::integer = 0 or m.task_id = ${taskId}) and (${propertyId}::integer = 0
    or m.property_id = ${propertyId})`

async function loadMessages(context: AnyContext, about: MessageFilter): Promise<TaskMessageLine[]> {
  const nameSql = (alias: string) =>
    sql`coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}),
      ''), ${sql.ref(`${alias}.user_name`)})`
  const result = await sql<TaskMessageLine>`
    select m.*, p.name as property_name, case when s.user_id = r.user_id then 'The portal'
    else ${nameSql('s')} end as from_name, ${nameSql('r')} as to_name,
      m.notify_user_id = ${context.actor.userId} as incoming
    from task_message m join app_user s on s.user_id = m.user_id
    join app_user r on r.user_id = m.notify_user_id
    left join property p on p.property_id = m.property_id
    where ${matchesFilter(about)} order by m.task_message_id desc limit ${MAX_LISTED}`.execute(context.db)
  return result.rows
}

async function countMessages(context: AnyContext, condition: RawBuilder<boolean>): Promise<number> {
  const result = await sql<{
    count: number
  }>`select count(*)::integer as count from task_message m where ${condition}`.execute(context.db)
  return result.rows[0]!.count
}

/** The handlers of the calls for messages. */
export const taskMessageHandlers: Served[] = [
  ...controllerHandlers,
  {
    call: createNewTaskMessage as Call,
    handle: controllerHandlers.find((served) => (served.call as unknown) === taskMessages.create)!.handle,
  },
  serve(getTaskMessages, (context) => loadMessages(context, context.query)),
  serve(getTaskMessageCount, (context) => countMessages(context, matchesFilter(context.query))),
  serve(getUnreadTaskMessageCount, (context) =>
    countMessages(context, sql<boolean>`m.notify_user_id = ${context.actor.userId} and m.read_at is null`),
  ),
  serve(getTaskMessageRecipients, (context) => loadRecipients(context, context.query.propertyId ?? 0)),

  serve(readTaskMessage, async (context) => {
    const message = await lockRow(context, TaskMessage, context.params.taskMessageId)
    if (message.notifyUserId !== context.actor.userId)
      refuse.forbidden('Only its reader marks a message as read.')
    if (message.readAt) return true
    const readAt = context.services.now().toISOString()
    await context.db
      .updateTable('taskMessage')
      .set({ readAt })
      .where('taskMessageId', '=', message.taskMessageId)
      .execute()
    await notifyBoth(context, message)
    return true
  }),
]
