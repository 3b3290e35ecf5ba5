import { fillPlaceholders } from '#ground/correspondence/letters/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { type Mail, type Recipient, sendMail } from '#kernel/server/outbox.ts'
import { insertRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  type DeclaredMail,
  EventMail,
  type EventMailLine,
  eventMailFaults,
  getEventMails,
  resetEventMail,
  saveEventMail,
} from '../model/eventMails.ts'
import './tables.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The mails it sends when something happens. */
    eventMails?: readonly DeclaredMail[]
  }
}

/** The mails that the modules send by themselves, by event. */
const declared = slot('eventMails', (mails) => new Map(mails.map((mail) => [mail.event, mail])))

type Stored = { eventMailId: number } & Pick<
  EventMailLine,
  'event' | 'goesOut' | 'subject' | 'body' | 'toParts' | 'ccParts' | 'version'
>

const getLine = (mail: DeclaredMail, written: Stored | undefined): EventMailLine => ({
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

const writtenFor = ({ db }: Pick<AnyContext, 'db'>, event: string): Promise<Stored | undefined> =>
  db.selectFrom('eventMail').selectAll().where('event', '=', event).executeTakeFirst()

const declaredMail = (event: string): DeclaredMail => declared().get(event) ?? refuse.notFound('This mail')

type Values = Readonly<Record<string, string>>

/** Makes the mail of an event for one record: values for its placeholders, and its recipients by kind. */
type Writer = (values: Values, getRecipients: (part: string) => readonly Recipient[]) => Written | null
type Written = Pick<Mail, 'recipients' | 'subject' | 'text'>

/**
 * Returns the writer of an event's mail, in the wording and to the recipients that the agency chose or the
 * portal's defaults. The writer returns null where the agency turned the mail off.
 */
export async function loadWriter(context: Pick<AnyContext, 'db'>, event: string): Promise<Writer> {
  const line = getLine(declaredMail(event), await writtenFor(context, event))
  return (values, getMailTemplateRecipients) => {
    if (!line.goesOut) return null
    const copies = line.ccParts
      .flatMap(getMailTemplateRecipients)
      .map((recipient) => ({ ...recipient, kind: 'cc' as const }))
    return {
      ...filled(line, values),
      recipients: [...line.toParts.flatMap(getMailTemplateRecipients), ...copies],
    }
  }
}

type Happened = Pick<Mail, 'event' | 'propertyId' | 'entity' | 'rowId' | 'attachments'> & {
  values: Values
  recipientsOf: (part: string) => readonly Recipient[]
}

/** Sends the mail of an event about one record; see `loadWriter`. */
export async function sendEventMail(context: AnyContext, happened: Happened): Promise<void> {
  const { values, recipientsOf, ...mail } = happened
  const written = (await loadWriter(context, mail.event))(values, recipientsOf)
  if (written) await sendMail(context, { ...mail, ...written })
}

/** Fills the values into subject and text; gaps of empty values are closed. */
function filled({ subject, body }: Pick<EventMailLine, 'subject' | 'body'>, values: Values) {
  const text = fillPlaceholders(body, values).replaceAll(/\n{3,}/g, '\n\n')
  return { subject: fillPlaceholders(subject, values), text: text.trim() }
}

/** Everything of mails of events. */
export const eventMailHandlers: Served[] = [
  serve(getEventMails, async ({ db }) => {
    const written = await db.selectFrom('eventMail').selectAll().execute()
    const byEvent = new Map(written.map((item) => [item.event, item]))
    return [...declared().values()].map((mail) => getLine(mail, byEvent.get(mail.event)))
  }),

  serve(saveEventMail, async (context) => {
    const { version, ...payload } = context.body
    const mail = declaredMail(payload.event)
    const faults = eventMailFaults(payload, mail)
    if (faults.length > 0) refuse.invalid(faults)
    const present = await writtenFor(context, payload.event)
    if (present) await refuseStaleVersion(context, EventMail, present.eventMailId, version, present.version)
    const row = present
      ? await updateRow(context, EventMail, present.eventMailId, payload)
      : await insertRow(context, EventMail, payload)
    return getLine(mail, row as Stored)
  }),

  serve(resetEventMail, async ({ db, params }) => {
    const mail = declaredMail(params.event)
    await db.deleteFrom('eventMail').where('event', '=', mail.event).execute()
    return getLine(mail, undefined)
  }),
]
