import type { AnyContext } from './serve.ts'

/** A recipient of a mail. */
export type Recipient = { email: string; name: string; kind?: 'to' | 'cc' }

/** A stored file attached to a mail. */
export type MailFile = { fileName: string; contentType: string; contentHash: string }

export type Mail = {
  /** Which event caused it: `reserve.approved`. */
  event: string
  recipients: Recipient[]
  subject: string
  text: string
  /** The same in rich text, cleaned; mail programs show it in place of the text. */
  html?: string
  attachments?: readonly MailFile[]
  propertyId?: number | null
  entity?: string
  rowId?: number
  /** The mail to many it belongs to: slowed down, tried a few times, listed together. */
  emailId?: number
  /** It is worth nothing after this moment and not sent any more: for links that end. */
  expiresAt?: string
}

/**
 * Puts a mail into the outbox of this transaction; each address once, "to" before "cc". Without a recipient
 * nothing is written.
 */
export const sendMail = (context: Pick<AnyContext, 'transaction'>, mail: Mail): Promise<void> =>
  sendMails(context, [mail])

/**
 * Puts any number of mails into the outbox of this transaction with one statement; those without a recipient
 * are left out.
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

/** One entry per address without regard to case; an address that is both stays "to". */
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

/** Who brings the mails of the outbox to their recipients. */
export type Delivery = {
  /**
   * Sends due mails and returns their number once all are finished; it may be called again in the meantime.
   */
  deliverDue(): Promise<number>
  /** Starts no more mails; those in progress get a moment, and the rest is left to the next start. */
  close(): Promise<void>
}
