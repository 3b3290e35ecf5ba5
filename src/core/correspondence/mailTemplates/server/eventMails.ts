import { fillPlaceholders } from '#core/correspondence/letters/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { type Mail, type Recipient, sendMail } from '#kernel/server/outbox.ts'
import { insertRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  type DeclaredMail,
  EventMail,
  type EventMailLine,
  getEventMailFaults,
  getEventMails,
  resetEventMail,
  saveEventMail,
} from '../model/eventMails.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The mails that the module sends automatically when something happens. */
    eventMails?: readonly DeclaredMail[]
  }
}

/** The automatic mails of all modules, by event. */
const getDeclaredMails = slot('eventMails', (mails) => new Map(mails.map((mail) => [mail.event, mail])))

type StoredEventMail = { eventMailId: number } & Pick<
  EventMailLine,
  'event' | 'goesOut' | 'subject' | 'body' | 'toParts' | 'ccParts' | 'version'
>

const buildLine = (mail: DeclaredMail, written: StoredEventMail | undefined): EventMailLine => ({
  event: mail.event,
  label: mail.label,
  changed: written !== undefined,
  goesOut: written?.goesOut ?? true,
  subject: written?.subject ?? mail.subject,
  body: written?.body ?? mail.body,
  toParts: written?.toParts ?? [...mail.to],
  ccParts: written?.ccParts ?? [...mail.cc],
  version: written?.version ?? 0,
  placeholders: [...mail.placeholders],
  parts: [...mail.parts],
})

const loadChanges = ({ db }: Pick<AnyContext, 'db'>, event: string): Promise<StoredEventMail | undefined> =>
  db.selectFrom('eventMail').selectAll().where('event', '=', event).executeTakeFirst()

const getDeclaredMail = (event: string): DeclaredMail =>
  getDeclaredMails().get(event) ?? refuse.notFound('This mail')

type Values = Readonly<Record<string, string>>

/** Makes the mail of an event from the values of its placeholders and its recipients by kind. */
type Writer = (values: Values, getRecipients: (part: string) => readonly Recipient[]) => MailText | null
type MailText = Pick<Mail, 'recipients' | 'subject' | 'text'>

/**
 * Returns the writer of an event's mail, with the agency's text and recipients, or the portal's defaults. The
 * writer returns null if the agency turned the mail off.
 */
export async function loadMailWriter(context: Pick<AnyContext, 'db'>, event: string): Promise<Writer> {
  const line = buildLine(getDeclaredMail(event), await loadChanges(context, event))
  return (values, getRecipients) => {
    if (!line.goesOut) return null
    const copies = line.ccParts
      .flatMap(getRecipients)
      .map((recipient) => ({ ...recipient, kind: 'cc' as const }))
    return {
      ...fillText(line, values),
      recipients: [...line.toParts.flatMap(getRecipients), ...copies],
    }
  }
}

type MailEvent = Pick<Mail, 'event' | 'propertyId' | 'entity' | 'rowId' | 'attachments'> & {
  values: Values
  recipientsOf: (part: string) => readonly Recipient[]
}

/** Sends the mail of an event about one record, unless the agency turned it off. See `loadMailWriter`. */
export async function sendEventMail(context: AnyContext, mailEvent: MailEvent): Promise<void> {
  const { values, recipientsOf, ...mail } = mailEvent
  const mailText = (await loadMailWriter(context, mail.event))(values, recipientsOf)
  if (mailText) await sendMail(context, { ...mail, ...mailText })
}

/** Fills the values into subject and text, and removes blank lines that empty values leave. */
function fillText({ subject, body }: Pick<EventMailLine, 'subject' | 'body'>, values: Values) {
  const text = fillPlaceholders(body, values).replaceAll(/\n{3,}/g, '\n\n')
  return { subject: fillPlaceholders(subject, values), text: text.trim() }
}

/** The handlers of the calls for automatic mails. */
export const eventMailHandlers: Served[] = [
  serve(getEventMails, async ({ db }) => {
    const written = await db.selectFrom('eventMail').selectAll().execute()
    const byEvent = new Map(written.map((item) => [item.event, item]))
    return [...getDeclaredMails().values()].map((mail) => buildLine(mail, byEvent.get(mail.event)))
  }),

  serve(saveEventMail, async (context) => {
    const { version, ...payload } = context.body
    const mail = getDeclaredMail(payload.event)
    const faults = getEventMailFaults(payload, mail)
    if (faults.length > 0) refuse.invalid(faults)
    const present = await loadChanges(context, payload.event)
    if (present) await refuseStaleVersion(context, EventMail, present.eventMailId, version, present.version)
    const row = present
      ? await updateRow(context, EventMail, present.eventMailId, payload)
      : await insertRow(context, EventMail, payload)
    return buildLine(mail, row as StoredEventMail)
  }),

  serve(resetEventMail, async ({ db, params }) => {
    const mail = getDeclaredMail(params.event)
    await db.deleteFrom('eventMail').where('event', '=', mail.event).execute()
    return buildLine(mail, undefined)
  }),
]
