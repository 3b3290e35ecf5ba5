import type { AnyContext } from './serve.ts'

/** Somebody a mail goes to. */
export type Recipient = { email: string; name: string; kind?: 'to' | 'cc' }

export type Mail = {
  /** Which event caused it: `reserve.approved`. */
  event: string
  recipients: Recipient[]
  subject: string
  text: string
  propertyId?: number | null
  entity?: string
  rowId?: number
}

/** Puts a mail into the outbox of this transaction; each address once, "to" before "cc". Without a recipient nothing is written. */
export async function sendMail(context: AnyContext, mail: Mail): Promise<void> {
  const recipients = distinctRecipients(mail.recipients)
  if (recipients.length === 0) return
  await context.db
    .insertInto('outbox')
    .values({
      event: mail.event,
      propertyId: mail.propertyId ?? null,
      entity: mail.entity ?? null,
      rowId: mail.rowId ?? null,
      recipients: JSON.stringify(recipients),
      subject: mail.subject,
      bodyText: mail.text,
    })
    .execute()
}

/** One entry per address without regard to case; an address that is both stays "to". */
export function distinctRecipients(recipients: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const one of recipients) {
    const key = one.email.trim().toLowerCase()
    const known = byAddress.get(key)
    if (key && (!known || (known.kind === 'cc' && one.kind !== 'cc')))
      byAddress.set(key, { ...one, email: one.email.trim() })
  }
  return [...byAddress.values()]
}

/** Who brings the mails of the outbox to their recipients. */
export type Delivery = {
  /** Delivers until nothing is due, or to the end of the mail at hand once `stopping`; answers how many were sent. */
  deliverDue(stopping?: AbortSignal): Promise<number>
  close(): void
}
