import { lettersToAttach } from '#ground/correspondence/letters/server/index.ts'
import { sendEventMail } from '#ground/correspondence/mailTemplates/server/index.ts'
import { circleOf } from '#ground/portfolio/contacts/server/index.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type MailEvent, outcomes } from '../model/mails.ts'
import { openPath } from '../model/review.ts'
import { keyOf, type StandingRow } from '../model/reviewed.ts'
import type { AnyRow, Kit } from './kit.ts'

/** Mails everyone concerned; nothing of households or bank data, only what happened and the way to the record. */
export async function mailAbout(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  event: MailEvent,
  mailLines: readonly string[] = [],
  attaching = true,
): Promise<void> {
  const { review, server } = kit
  const { subject: about, of: known } = await circleOf(context, row)
  const queue = await context.settings.get(review.settings.queue)
  const concerned = (await server.concerned?.(context, row)) ?? []
  const recipientsOf = (part: string): Recipient[] => {
    if (part === 'queue') return queue ? [{ email: queue, name: review.entity.label }] : []
    return part === 'concerned' ? concerned : known(part)
  }
  const id = keyOf(review.entity, row)
  const decided = event === 'approved' || event === 'denied'
  const status = decided ? review.labelOf(row.statusId, null).toLowerCase() : null
  await sendEventMail(context, {
    event: `${review.name}.${event}`,
    entity: review.flow.entity,
    rowId: id,
    propertyId: row.propertyId ?? null,
    attachments: decided && attaching && review.letters ? await lettersToAttach(context, review.flow.entity, id) : [],
    recipientsOf,
    values: {
      record: review.entity.label,
      number: review.numberOf(id),
      about,
      outcome: event === 'submitted' && row.reSubmitted ? 'resubmitted' : (status ?? outcomes[event]),
      details: mailLines.filter(Boolean).join('\n\n'),
      noun: review.noun,
      link: `${context.services.config.publicUrl}/#${openPath(review, row)}`,
    },
  })
}

/**
 * Mails of a record besides those of its decisions: number, property and address stand in the mail besides `values`.
 */
export async function mailOf(
  context: AnyContext,
  { kit: { review } }: { kit: Kit },
  row: StandingRow,
  event: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { subject: about, of: recipientsOf } = await circleOf(context, row)
  const id = keyOf(review.entity, row)
  const link = `${context.services.config.publicUrl}/#${openPath(review, row)}`
  await sendEventMail(context, {
    event,
    entity: review.flow.entity,
    rowId: id,
    propertyId: row.propertyId ?? null,
    recipientsOf,
    values: { number: review.numberOf(id), about, link, ...values },
  })
}
