import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id } from '#kernel/model/field.ts'
import { HeaderMessage, TaskMessage } from './entities.ts'
import { bannerStates } from './rules.ts'

// C1: the specification writes the paths of banners and messages without `/api`, so both forms are served.
const header = (tail: string) => ({ path: `/api/HeaderMessage/${tail}`, aliases: [`/HeaderMessage/${tail}`] })
const task = (tail: string) => ({ path: `/api/TaskMessage/${tail}`, aliases: [`/TaskMessage/${tail}`] })

export const headerMessages = controller(HeaderMessage, {
  path: '/api/HeaderMessage',
  aliases: ['/HeaderMessage'],
  read: agency('read'),
  write: agency('write'),
})

const banner = { params: z.object({ messageId: id('Banner') }) }
const CurrentBanner = HeaderMessage.row
  .pick({ messageId: true, message: true, from: true, to: true })
  .extend({
    /** Whether the caller dismissed the banner and it was not changed since. */
    dismissed: z.boolean(),
  })
const BannerLine = HeaderMessage.row.extend({ state: z.enum(bannerStates), userName: z.string().nullable() })
/** A banner in the agency's list. */
export type BannerLine = z.infer<typeof BannerLine>

export const getCurrentHeaderMessages = call({
  method: 'GET',
  ...header('GetCurrentHeaderMessages'),
  access: signedIn,
  answer: z.array(CurrentBanner),
  summary: 'Banners of today, and which of them the caller has dismissed',
})

export const getAllCurrentAndFutureHeaderMessages = call({
  method: 'GET',
  ...header('GetAllCurrentAndFutureHeaderMessages'),
  access: agency('read'),
  query: z.object({ past: flag('Past ones, too').optional() }),
  answer: z.array(BannerLine),
  summary: 'Current and future banners; past ones on request',
})

export const getHeaderMessage = call({
  method: 'GET',
  ...header('GetHeaderMessage/:messageId'),
  access: agency('read'),
  ...banner,
  answer: HeaderMessage.row,
  summary: 'One banner',
})

export const createHeaderMessage = call({
  method: 'POST',
  ...header('CreateHeaderMessage'),
  access: agency('write'),
  body: HeaderMessage.input,
  answer: HeaderMessage.row,
  summary: 'Write a banner; its rich text is cleaned',
})

export const updateHeaderMessage = call({
  method: 'PUT',
  ...header('UpdateHeaderMessage'),
  access: agency('write'),
  body: HeaderMessage.input,
  answer: HeaderMessage.row,
  summary: 'Change a banner; people who dismissed it see it again',
})

export const cloneHeaderMessage = call({
  method: 'POST',
  ...header('CloneHeaderMessage/:messageId'),
  access: agency('write'),
  ...banner,
  answer: HeaderMessage.row,
  summary:
    'Copy a banner: same text and number of days, starting after its last day, or after today if that is later',
})

export const deleteHeaderMessage = call({
  method: 'DELETE',
  ...header('DeleteHeaderMessage/:messageId'),
  access: agency('write'),
  ...banner,
  answer: z.boolean(),
  summary: 'Remove a banner',
})

export const dismissHeaderMessage = call({
  method: 'POST',
  ...header('DismissHeaderMessage/:messageId'),
  access: signedIn,
  ...banner,
  answer: z.boolean(),
  summary: 'Dismiss a banner for the caller until it is changed',
})

export const taskMessages = controller(TaskMessage, {
  path: '/api/TaskMessage',
  aliases: ['/TaskMessage'],
  read: signedIn,
  write: signedIn,
})

/** Filters messages by task and property; a filter that is missing or 0 does not apply. */
const about = { query: z.object({ taskId: id('Task').optional(), propertyId: id('Property').optional() }) }

const TaskMessageLine = TaskMessage.row.extend({
  propertyName: z.string().nullable(),
  fromName: z.string(),
  toName: z.string(),
  /** Whether the message was sent to the caller, instead of by the caller. */
  incoming: z.boolean(),
})
/** A message in the caller's list. */
export type TaskMessageLine = z.infer<typeof TaskMessageLine>

export const createNewTaskMessage = call({
  method: 'POST',
  ...task('CreateNewTaskMessage'),
  access: signedIn,
  body: TaskMessage.input,
  answer: TaskMessage.row,
  summary: 'Send a message to a person who may see the property concerned',
})

export const getTaskMessages = call({
  method: 'GET',
  ...task('GetTaskMessages'),
  access: signedIn,
  ...about,
  answer: z.array(TaskMessageLine),
  summary: 'Messages the caller has sent or received, newest first, at most 500',
})

export const getTaskMessageCount = call({
  method: 'GET',
  ...task('GetTaskMessageCount'),
  access: signedIn,
  ...about,
  answer: z.int(),
  summary: 'The number of messages the caller has sent or received',
})

export const getUnreadTaskMessageCount = call({
  method: 'GET',
  ...task('GetUnreadTaskMessageCount'),
  access: signedIn,
  answer: z.int(),
  summary: 'The number of unread messages of the caller',
})

export const readTaskMessage = call({
  method: 'POST',
  ...task('ReadMessage/:taskMessageId'),
  access: signedIn,
  params: z.object({ taskMessageId: id('Message') }),
  answer: z.boolean(),
  summary: 'Mark a message to the caller as read; its sender sees when',
})

export const getTaskMessageRecipients = call({
  method: 'GET',
  ...task('GetRecipients'),
  access: signedIn,
  query: z.object({ propertyId: id('Property').optional() }),
  answer: z.array(z.object({ userId: z.int(), name: z.string(), detail: z.string() })),
  summary:
    'Possible recipients of the caller’s messages, optionally about a property; detail is the company or "Agency"',
})
