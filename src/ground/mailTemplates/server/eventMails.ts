import { fillPlaceholders } from '#ground/letters/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
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

let declared = new Map<string, DeclaredMail>()

/** Takes the mails that the modules send by themselves. */
export function setEventMails(given: readonly DeclaredMail[]): void {
  declared = new Map(given.map((one) => [one.event, one]))
}

type Written = { eventMailId: number } & Pick<
  EventMailLine,
  'event' | 'goesOut' | 'subject' | 'body' | 'toParts' | 'ccParts' | 'version'
>

const lineOf = (mail: DeclaredMail, written: Written | undefined): EventMailLine => ({
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

const writtenFor = ({ db }: AnyContext, event: string): Promise<Written | undefined> =>
  db.selectFrom('eventMail').selectAll().where('event', '=', event).executeTakeFirst()

const declaredMail = (event: string): DeclaredMail => declared.get(event) ?? refuse.notFound('This mail')

/** What a mail of an event is filled with and whom it can go to. */
type Happened = Pick<Mail, 'event' | 'propertyId' | 'entity' | 'rowId' | 'attachments'> & {
  values: Readonly<Record<string, string>>
  recipientsOf: (part: string) => readonly Recipient[]
}

/** Sends the mail of an event in the words and to the recipients the agency has chosen, or those that came with the portal. */
export async function sendEventMail(context: AnyContext, happened: Happened): Promise<void> {
  const { values, recipientsOf, ...mail } = happened
  const words = lineOf(declaredMail(mail.event), await writtenFor(context, mail.event))
  if (!words.goesOut) return
  const recipients = [
    ...words.toParts.flatMap(recipientsOf),
    ...words.ccParts.flatMap(recipientsOf).map((one) => ({ ...one, kind: 'cc' as const })),
  ]
  await sendMail(context, { ...mail, recipients, ...filled(words, values) })
}

/** Subject and text with the values filled in; what is left empty closes up. */
function filled({ subject, body }: Pick<EventMailLine, 'subject' | 'body'>, values: Readonly<Record<string, string>>) {
  const text = fillPlaceholders(body, values).replaceAll(/\n{3,}/g, '\n\n')
  return { subject: fillPlaceholders(subject, values), text: text.trim() }
}

/** Everything of mails of events. */
export const eventMailHandlers: Served[] = [
  serve(getEventMails, async ({ db }) => {
    const written = await db.selectFrom('eventMail').selectAll().execute()
    const byEvent = new Map(written.map((one) => [one.event, one]))
    return [...declared.values()].map((mail) => lineOf(mail, byEvent.get(mail.event)))
  }),

  serve(saveEventMail, async (context) => {
    const { version, ...sent } = context.body
    const mail = declaredMail(sent.event)
    const faults = eventMailFaults(sent, mail)
    if (faults.length > 0) refuse.invalid(faults)
    const present = await writtenFor(context, sent.event)
    if (present) await refuseStaleVersion(context, EventMail, present.eventMailId, version, present.version)
    const row = present
      ? await updateRow(context, EventMail, present.eventMailId, sent)
      : await insertRow(context, EventMail, sent)
    return lineOf(mail, row as unknown as Written)
  }),

  serve(resetEventMail, async ({ db, params }) => {
    const mail = declaredMail(params.event)
    await db.deleteFrom('eventMail').where('event', '=', mail.event).execute()
    return lineOf(mail, undefined)
  }),
]
