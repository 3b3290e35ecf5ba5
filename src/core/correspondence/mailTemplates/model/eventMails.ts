import { z } from 'zod'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { entity } from '#kernel/model/entity.ts'
import { flag, id, longText, number, REQUIRED, requiredText } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { getTextFaults } from './content.ts'
import type { Placeholder } from './placeholders.ts'

const MAX_TEXT_LENGTH = 5000

const namedLabel = z.object({ name: z.string(), label: z.string() })
const recipients = (label: string) => z.array(z.string().max(60)).max(40).meta({ label })

/**
 * A mail that a module sends automatically when something happens, with its default text and recipients,
 * which the agency may change.
 */
export type DeclaredMail = {
  /** The name of the event, such as `reserve.approved`. */
  event: string
  /** The label of the event. */
  label: string
  subject: string
  /** Plain text; paragraphs whose placeholders are all empty are left out. */
  body: string
  /** The names of the kinds of recipients, which must be in `parts`. */
  to: readonly string[]
  cc: readonly string[]
  placeholders: readonly Placeholder[]
  parts: readonly { name: string; label: string }[]
}

/** Builds the kinds of recipients of a mail: `kinds` by name, then every contact type of the property. */
export const addContactTypes = (kinds: Readonly<Record<string, string>>): DeclaredMail['parts'] =>
  Object.entries<string>({ ...kinds, ...contactTypeLabels }).map(([name, label]) => ({ name, label }))

/** The agency's changes to a mail that the portal sends automatically. */
export const EventMail = entity('EventMail', {
  table: 'event_mail',
  key: 'eventMailId',
  label: 'Mail of an event',
  fields: {
    eventMailId: id(),
    event: requiredText('Event', 100),
    goesOut: flag('Goes out'),
    subject: requiredText('Subject', 200),
    body: longText('Text', MAX_TEXT_LENGTH).unwrap(),
    toParts: recipients('To'),
    ccParts: recipients('Copy to'),
    version: number('Version').unwrap(),
  },
  serverOnly: ['version'],
})

const eventMailFields = EventMail.row.omit({ eventMailId: true, version: true })
const EventMailLine = eventMailFields.extend({
  label: z.string(),
  /** Whether the agency changed the mail. */
  changed: z.boolean(),
  /** The version of the agency's changes; 0 without changes. */
  version: z.int(),
  placeholders: z.array(namedLabel),
  parts: z.array(namedLabel),
})
/** The present text and recipients of an event's mail. */
export type EventMailLine = z.infer<typeof EventMailLine>

const path = '/api/EventMail'

export const getEventMails = call({
  method: 'GET',
  path,
  access: agency('read'),
  answer: z.array(EventMailLine),
  summary: 'All event mails of the portal, with current texts and recipients',
})

export const saveEventMail = call({
  method: 'POST',
  path: `${path}/Save`,
  access: agency('write'),
  body: eventMailFields.extend({ version: z.int() }),
  answer: EventMailLine,
  summary: 'Change an event mail; unknown placeholders and recipients are refused by field',
})

export const resetEventMail = call({
  method: 'POST',
  path: `${path}/Reset/:event`,
  access: agency('write'),
  params: z.object({ event: z.string().max(100).meta({ label: 'Event', kind: 'text' }) }),
  answer: EventMailLine,
  summary: 'Reset the text of an event mail to the one that came with the portal',
})

type EventMailInput = Pick<
  z.infer<typeof eventMailFields>,
  'goesOut' | 'subject' | 'body' | 'toParts' | 'ccParts'
>

/** Returns all faults of the agency's changes to an event's mail, with their fields. */
export function getEventMailFaults(
  written: EventMailInput,
  { placeholders, parts }: Pick<DeclaredMail, 'placeholders' | 'parts'>,
): Fault[] {
  const placeholderNames = placeholders.map((placeholder) => placeholder.name)
  const faults = getTextFaults(written.subject, written.body, placeholderNames, 'body')
  if (!written.body.trim()) faults.push({ field: 'body', message: `Text: ${REQUIRED}` })
  const kinds = new Set(parts.map((part) => part.name))
  for (const field of ['toParts', 'ccParts'] as const)
    for (const part of written[field])
      if (!kinds.has(part))
        faults.push({ field, message: `There are no recipients called “${part}” for this mail.` })
  if (written.goesOut && written.toParts.length === 0)
    faults.push({
      field: 'toParts',
      message: 'To: choose at least one recipient, or let the mail not go out.',
    })
  return faults
}

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./eventMails.ts')> {}
}
