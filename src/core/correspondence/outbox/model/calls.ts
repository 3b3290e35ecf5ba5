import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

/**
 * The delivery states of a mail. Waiting: no attempt was made yet. Stored: no mail server is configured, so
 * the mail can only be read in the portal. Failed: another attempt follows. Not sent: there are no more
 * attempts, and the last error says why.
 */
export const mailStates = ['Sent', 'Stored', 'Waiting', 'Failed', 'Not sent'] as const
export type MailState = (typeof mailStates)[number]

/**
 * The text that replaces a password link in the mail log, because anyone who has
 * the link can set the password.
 */
export const LINK_PLACEHOLDER = '[The link is shown only in the mail itself.]'

/** The maximum number of mails in the list. */
export const MAX_LISTED_MAILS = 500

const MailLine = z.object({
  outboxId: z.int(),
  /** The event that caused the mail, such as `reserve.approved`. */
  event: z.string(),
  recipients: z.array(
    z.object({ email: z.string(), name: z.string(), kind: z.enum(['to', 'cc']).optional() }),
  ),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** The number of attempts to send it. */
  attempts: z.int(),
  /** The mail server's last error message. */
  lastError: z.string().nullable(),
})
export type MailLine = z.infer<typeof MailLine>

export const getMailList = call({
  method: 'GET',
  path: '/api/Outbox/GetList',
  access: agency('admin'),
  answer: z.array(MailLine),
  summary: `The latest ${MAX_LISTED_MAILS} mails of the portal with their delivery status`,
})

export const getMail = call({
  method: 'GET',
  path: '/api/Outbox/:id',
  access: agency('admin'),
  params: z.object({ id: id('Mail') }),
  answer: MailLine.extend({
    /** The text, with {@link LINK_PLACEHOLDER} in place of a password link. */
    text: z.string(),
    /** The rich text; null if it has none. */
    html: z.string().nullable(),
    attachments: z.array(z.string()),
  }),
  summary: 'One mail with its text',
})
