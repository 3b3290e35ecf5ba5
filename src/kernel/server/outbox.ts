import type { AnyContext } from './serve.ts'

/** A recipient of a mail. */
export type Recipient = { email: string; name: string; kind?: 'to' | 'cc' }

/** A stored file attached to a mail. */
export type MailFile = { fileName: string; contentType: string; contentHash: string }

export type Mail = {
  /** The event that caused it: `reserve.approved`. */
  event: string
  recipients: Recipient[]
  subject: string
  text: string
  /** The text as sanitized rich text. Mail programs show it instead of the plain text. */
  html?: string
  attachments?: readonly MailFile[]
  propertyId?: number | null
  entity?: string
  rowId?: number
  /**
   * The id of the mail to many that it is part of. Such mails are sent slowly, and tried only a few times.
   */
  emailId?: number
  /** The moment after which it is not sent any more, for instance because its link has expired. */
  expiresAt?: string
}

/**
 * Puts a mail into the outbox in this transaction. Each address gets it once, as "to" rather than "cc".
 * Without a recipient nothing is written.
 */
export const sendMail = (context: Pick<AnyContext, 'transaction'>, mail: Mail): Promise<void> =>
  sendMails(context, [mail])

/**
 * Puts any number of mails into the outbox in this transaction with one statement. Mails without a recipient
 * are skipped.
 */
export async function sendMails(
  context: Pick<AnyContext, 'transaction'>,
  mails: readonly Mail[],
): Promise<void> {
  const rows = mails
    .map((mail) => ({
      ...mail,
      recipients: distinctRecipients(mail.recipients),
      subject: mail.subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
      attachments: mail.attachments ?? [],
    }))
    .filter((mail) => mail.recipients.length > 0)
  if (rows.length === 0) return
  await context.transaction.query(
    `insert into outbox (event, property_id, entity, row_id, recipients, subject, body_text, body_html, attachments, email_id, expires_at)
     select event, "propertyId", entity, "rowId", recipients, subject, text, html, attachments, "emailId", "expiresAt"
     from jsonb_to_recordset($1::jsonb) as m(event text, "propertyId" integer, entity text, "rowId" integer, recipients jsonb,
       subject text, text text, html text, attachments jsonb, "emailId" integer, "expiresAt" timestamptz)`,
    [JSON.stringify(rows)],
  )
}

/** Returns one recipient per address, without regard to case. An address that is both is "to". */
export function distinctRecipients(recipients: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const recipient of recipients) {
    const key = recipient.email.trim().toLowerCase()
    const existingRecipient = byAddress.get(key)
    if (key && (!existingRecipient || (existingRecipient.kind === 'cc' && recipient.kind !== 'cc')))
      byAddress.set(key, { ...recipient, email: recipient.email.trim() })
  }
  return [...byAddress.values()]
}

/** The service that sends the mails of the outbox. */
export type Delivery = {
  /**
   * Sends due mails, and returns their number when all are finished. It may be called again before that.
   */
  deliverDue(): Promise<number>
  /**
   * Stops sending. Mails in progress get a moment to finish, and the others are sent after the next start.
   */
  close(): Promise<void>
}
