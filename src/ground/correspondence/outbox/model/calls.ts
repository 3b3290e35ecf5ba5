import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

/**
 * What became of a mail. Stored: no mail server is configured, so it is only read here. Failed: it will be
 * tried again. Not sent: it never will be; the last error says why.
 */
export const mailStates = ['Sent', 'Stored', 'Waiting', 'Failed', 'Not sent'] as const
export type MailState = (typeof mailStates)[number]

/** Replaces the link that opens an account in the log, because its owner may choose the password. */
export const LINK_PLACE = '[The link is shown in the mail alone.]'

/** The newest mails a list shows. */
export const MOST_LISTED = 500

const MailLine = z.object({
  outboxId: z.int(),
  /** Which event caused it, such as `reserve.approved`. */
  event: z.string(),
  recipients: z.array(
    z.object({ email: z.string(), name: z.string(), kind: z.enum(['to', 'cc']).optional() }),
  ),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** How often it was tried to send it. */
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
  summary: `The latest ${MOST_LISTED} mails of the portal with their delivery status`,
})

export const getMail = call({
  method: 'GET',
  path: '/api/Outbox/:id',
  access: agency('admin'),
  params: z.object({ id: id('Mail') }),
  answer: MailLine.extend({
    /** Without the links that open an account; see `LINK_PLACE`. */
    text: z.string(),
    /** The rich text, where it has one. */
    html: z.string().nullable(),
    attachments: z.array(z.string()),
  }),
  summary: 'One mail with its text',
})
