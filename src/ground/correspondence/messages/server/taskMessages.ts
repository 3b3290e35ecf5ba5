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
import { portalPath } from '../model/rules.ts'
import { reachable } from './people.ts'
import './tables.ts'

type Message = Row<typeof TaskMessage>

const MOST_LISTED = 500

/** Notifies both sides; nothing of the message travels. */
async function notifyBoth(
  context: AnyContext,
  { userId, notifyUserId }: Pick<Message, 'userId' | 'notifyUserId'>,
) {
  for (const recipientId of new Set([userId, notifyUserId]))
    await notify(context, { userId: recipientId, topic: 'taskmessage' })
}

/** Only its writer changes or withdraws a message, and only until it is read. */
function refuseRead(context: AnyContext, present: Message): void {
  if (present.userId !== context.actor.userId) refuse.forbidden('Only its writer changes a message.')
  if (present.readAt) refuse.rule('The message was read already and stays as it is.')
}

/**
 * Checks recipients and subject of a message and reports every fault at once. Agency readers write nothing,
 * not even messages.
 */
async function checked(
  context: AnyContext,
  values: Record<string, unknown>,
  present: Record<string, unknown> | null,
) {
  if (isAgency(context.actor) && !isAgencyWriter(context.actor))
    refuse.forbidden('You may read messages, not write them.')
  if (present) refuseRead(context, present as Message)
  const payload = values as Partial<Message>
  const merged = { ...present, ...payload } as Partial<Message>
  const faults: Fault[] = []
  if (!merged.message?.trim()) faults.push({ field: 'message', message: 'Message: *Field is required' })
  const url = merged.url ? portalPath(merged.url, context.services.config.publicUrl) : null
  if (merged.url && !url)
    faults.push({ field: 'url', message: 'Link: choose a page of this portal, such as /Projects.' })
  const to = merged.notifyUserId ?? 0
  const reachables = to > 0 ? await reachable(context, merged.propertyId ?? 0, to) : []
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
  before: checked,
  after: (context, row) => notifyBoth(context, row as Message),
  beforeRemove: async (context, present) => {
    refuseRead(context, present as Message)
    await notifyBoth(context, present as Message)
  },
}
const generic = serveController(taskMessages, hooks)

/**
 * Sends a message in the caller's name, caused by another action. Inactive people and the caller receive
 * none. Returns the message id, or null when none was sent.
 */
export async function notifyPerson(
  context: AnyContext,
  notifyUserId: number,
  message: Content,
): Promise<number | null> {
  return context.actor.userId === notifyUserId ? null : store(context, notifyUserId, message)
}

/** Leaves the caller a message of the portal's own, such as that a file they asked for is ready. */
export const leaveMessage = (context: AnyContext, message: Content): Promise<number | null> =>
  store(context, context.actor.userId, message)

type Content = Pick<Message, 'taskName' | 'message' | 'url' | 'propertyId'>

async function store(context: AnyContext, notifyUserId: number, message: Content): Promise<number | null> {
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

/** Withdraws messages of the caller that no one has read. */
export async function takeBackMessages(context: AnyContext, ids: readonly number[]): Promise<void> {
  const withdrawn = await context.db
    .deleteFrom('taskMessage')
    .where('taskMessageId', 'in', [0, ...ids])
    .where('userId', '=', context.actor.userId)
    .where('readAt', 'is', null)
    .returning(['userId', 'notifyUserId'])
    .execute()
  for (const message of withdrawn) await notifyBoth(context, message)
}

type About = { taskId?: number | undefined; propertyId?: number | undefined }

const isAbout = ({ taskId = 0, propertyId = 0 }: About): RawBuilder<boolean> =>
  sql<boolean>`(${taskId}::integer = 0 or m.task_id = ${taskId}) and (${propertyId}::integer = 0
    or m.property_id = ${propertyId})`

async function list(context: AnyContext, about: About): Promise<TaskMessageLine[]> {
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
    where ${isAbout(about)} order by m.task_message_id desc limit ${MOST_LISTED}`.execute(context.db)
  return result.rows
}

async function count(context: AnyContext, condition: RawBuilder<boolean>): Promise<number> {
  const result = await sql<{
    count: number
  }>`select count(*)::integer as count from task_message m where ${condition}`.execute(context.db)
  return result.rows[0]!.count
}

/** Messages between people: generic calls, those of the specification, and whom one may write to. */
export const taskMessageHandlers: Served[] = [
  ...generic,
  {
    call: createNewTaskMessage as Call,
    handle: generic.find((served) => (served.call as unknown) === taskMessages.create)!.handle,
  },
  serve(getTaskMessages, (context) => list(context, context.query)),
  serve(getTaskMessageCount, (context) => count(context, isAbout(context.query))),
  serve(getUnreadTaskMessageCount, (context) =>
    count(context, sql<boolean>`m.notify_user_id = ${context.actor.userId} and m.read_at is null`),
  ),
  serve(getTaskMessageRecipients, (context) => reachable(context, context.query.propertyId ?? 0)),

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
