import { sql } from 'kysely'
import { cleanHtml } from '#core/correspondence/outbox/server/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { notify } from '#kernel/server/events.ts'
import { insertRow, lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  type BannerLine,
  cloneHeaderMessage,
  createHeaderMessage,
  deleteHeaderMessage,
  dismissHeaderMessage,
  getAllCurrentAndFutureHeaderMessages,
  getCurrentHeaderMessages,
  getHeaderMessage,
  headerMessages,
  updateHeaderMessage,
} from '../model/calls.ts'
import { HeaderMessage, MAX_BANNER_LENGTH } from '../model/entities.ts'
import { getBannerFaults, getBannerState } from '../model/rules.ts'
import './tables.ts'

type Banner = Row<typeof HeaderMessage>

const requiredMessage = (label: string) => `${label}: *Field is required`

/**
 * Cleans the text of a banner. Refuses it with all faults if it has no text or days, or ends before it
 * begins.
 */
async function checkBanner(
  context: AnyContext,
  values: Record<string, unknown>,
  present: Record<string, unknown> | null,
) {
  const payload = values as Partial<Banner>
  const merged = { ...present, ...payload } as Partial<Banner>
  const message = payload.message === undefined ? {} : { message: cleanHtml(payload.message) }
  const faults: Fault[] = []
  if (!{ ...merged, ...message }.message)
    faults.push({ field: 'message', message: requiredMessage('Message') })
  if (message.message && message.message.length > MAX_BANNER_LENGTH)
    faults.push({ field: 'message', message: `Message: Text cannot exceed ${MAX_BANNER_LENGTH} characters.` })
  if (!merged.from) faults.push({ field: 'from', message: requiredMessage('From') })
  if (!merged.to) faults.push({ field: 'to', message: requiredMessage('To') })
  faults.push(...getBannerFaults(merged))
  if (faults.length > 0) refuse.invalid(faults)
  return { ...payload, ...message, userId: context.actor.userId }
}

const notifyAll = (context: AnyContext) => notify(context, { userId: null, topic: 'headermessage' })
const hooks: CrudHooks = { before: checkBanner, after: notifyAll, beforeRemove: notifyAll }
const controllerHandlers = serveController(headerMessages, hooks)

/** Answers a call of the specification with the handler of the controller's call that does the same. */
const reuseHandler = (call: unknown, like: unknown): Served => ({
  call: call as Call,
  handle: controllerHandlers.find((served) => served.call === like)!.handle,
})

/** Copies a banner to the days after its last day, or after today if that is later. */
async function cloneBanner(context: AnyContext, messageId: number) {
  const banner = await lockRow(context, HeaderMessage, messageId)
  const day = context.settings.today()
  const after = getBannerState(banner, day) === 'Past' ? day : banner.to
  const from = addDays(after, 1)
  const values = { message: banner.message, from, to: addDays(from, daysBetween(banner.from, banner.to)) }
  const row = await insertRow(context, HeaderMessage, { ...values, userId: context.actor.userId })
  await notifyAll(context)
  return row as Banner
}

/** The handlers of the calls for banners. */
export const bannerHandlers: Served[] = [
  ...controllerHandlers,
  reuseHandler(createHeaderMessage, headerMessages.create),
  reuseHandler(updateHeaderMessage, headerMessages.update),

  serve(getCurrentHeaderMessages, async (context) => {
    const day = context.settings.today()
    const result = await sql<{
      messageId: number
      message: string
      from: string
      to: string
      dismissed: boolean
    }>`
      select m.message_id, m.message, m."from", m."to", coalesce(d.version = m.version, false) as dismissed
      from header_message m
      left join header_message_dismissal d on d.message_id = m.message_id
      and d.user_id = ${context.actor.userId}
      where ${day} between m."from" and m."to" order by m."from", m.message_id`.execute(context.db)
    return result.rows
  }),

  serve(getAllCurrentAndFutureHeaderMessages, async (context) => {
    const day = context.settings.today()
    const result = await sql<Omit<BannerLine, 'state'>>`
      select m.*, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name
      from header_message m left join app_user u on u.user_id = m.user_id
      where m."to" >= ${day} or ${context.query.past ?? false}
      order by m."from" desc, m.message_id desc`.execute(context.db)
    return result.rows.map((row) => ({ ...row, state: getBannerState(row, day) }))
  }),

  serve(getHeaderMessage, async ({ db, params }) => {
    const banner = await db
      .selectFrom('headerMessage')
      .selectAll()
      .where('messageId', '=', params.messageId)
      .executeTakeFirst()
    return banner ?? refuse.notFound('This banner')
  }),

  serve(cloneHeaderMessage, (context) => cloneBanner(context, context.params.messageId)),

  serve(deleteHeaderMessage, async (context) => {
    const { messageId } = await lockRow(context, HeaderMessage, context.params.messageId)
    await context.db.deleteFrom('headerMessage').where('messageId', '=', messageId).execute()
    await notifyAll(context)
    return true
  }),

  serve(dismissHeaderMessage, async (context) => {
    const { userId } = context.actor
    const dismissal = await sql`insert into header_message_dismissal (message_id, user_id, version)
      select message_id, ${userId}::integer, version from header_message
      where message_id = ${context.params.messageId}
      on conflict (message_id, user_id) do update set version = excluded.version
      returning message_id`.execute(context.db)
    if (dismissal.rows.length === 0) refuse.notFound('This banner')
    await notify(context, { userId, topic: 'headermessage' })
    return true
  }),
]
