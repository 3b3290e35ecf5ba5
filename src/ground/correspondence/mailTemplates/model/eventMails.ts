import { z } from 'zod'
import { contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { entity } from '#kernel/model/entity.ts'
import { flag, id, longText, number, REQUIRED, requiredText } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { wordFaults } from './content.ts'
import type { Placeholder } from './placeholders.ts'

const LONGEST_TEXT = 5000

const zodObject = z.object({ name: z.string(), label: z.string() })
const recipients = (label: string) => z.array(z.string().max(60)).max(40).meta({ label })

/**
 * A mail that a subject sends by itself when something happens, with the words it has until the agency writes
 * others.
 */
export type DeclaredMail = {
  /** `reserve.approved` */
  event: string
  /** What happened, in words of the screens. */
  label: string
  subject: string
  /** Plain text; paragraphs whose placeholders are all empty are left out. */
  body: string
  /** Kinds of recipients, by name, among `parts`. */
  to: readonly string[]
  cc: readonly string[]
  placeholders: readonly Placeholder[]
  parts: readonly { name: string; label: string }[]
}

/** Kinds of recipients of a mail: its own, by name, and after them every kind of contact of the property. */
export const withContacts = (kinds: Readonly<Record<string, string>>): DeclaredMail['parts'] =>
  Object.entries<string>({ ...kinds, ...contactTypeLabels }).map(([name, label]) => ({ name, label }))

/** The agency's own wording of a mail that the portal declares. */
export const EventMail = entity('EventMail', {
  table: 'event_mail',
  key: 'eventMailId',
  label: 'Mail of an event',
  fields: {
    eventMailId: id(),
    event: requiredText('Event', 100),
    goesOut: flag('Goes out'),
    subject: requiredText('Subject', 200),
    body: longText('Text', LONGEST_TEXT).unwrap(),
    toParts: recipients('To'),
    ccParts: recipients('Copy to'),
    version: number('Version').unwrap(),
  },
  serverOnly: ['version'],
})

const labels = EventMail.row.omit({ eventMailId: true, version: true })
const EventMailLine = labels.extend({
  label: z.string(),
  /** Whether the agency has words of its own. */
  changed: z.boolean(),
  /** 0 while the words are those of the portal. */
  version: z.int(),
  placeholders: z.array(zodObject),
  parts: z.array(zodObject),
})
/** The current wording of an event's mail. */
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
  body: labels.extend({ version: z.int() }),
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

type Written = Pick<z.infer<typeof labels>, 'goesOut' | 'subject' | 'body' | 'toParts' | 'ccParts'>

/** Finds every fault in the agency's wording of an event's mail, each with its field. */
export function eventMailFaults(
  written: Written,
  { placeholders, parts }: Pick<DeclaredMail, 'placeholders' | 'parts'>,
): Fault[] {
  const placeholderNames = placeholders.map((placeholder) => placeholder.name)
  const faults = wordFaults(written.subject, written.body, placeholderNames, 'body')
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
