import { circleOf } from '#ground/contacts/server/index.ts'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MailEvent, Part } from '../model/mails.ts'
import { openPath } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import type { AnyRow, Kit } from './kit.ts'

const words: Record<MailEvent, { subject: string; text: string }> = {
  submitted: { subject: 'submitted', text: 'It was received and waits for review.' },
  recalled: { subject: 'recalled', text: 'The company has taken it back for changes.' },
  returned: {
    subject: 'returned for correction',
    text: 'Please correct it and submit it again. The reviewer writes:',
  },
  approved: { subject: 'approved', text: '' },
  denied: { subject: 'denied', text: 'The agency cannot approve it:' },
}

/** Mails everyone concerned; nothing of households or bank data, only what happened and the way to the record. */
export async function mailAbout(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  event: MailEvent,
  told: readonly string[] = [],
): Promise<void> {
  const { review, server } = kit
  const { subject, of: known } = await circleOf(context, row)
  const queue = await context.settings.get(review.settings.queue)
  const concerned = (await server.concerned?.(context, row)) ?? []
  const of = (part: Part): Recipient[] => {
    if (part === 'queue') return queue ? [{ email: queue, name: review.entity.label }] : []
    return part === 'concerned' ? concerned : known(String(part))
  }
  const { to, cc } = review.mails[event]
  const id = keyOf(review.entity, row)
  const number = review.numberOf(id)
  const status = event === 'approved' || event === 'denied' ? review.labelOf(row.statusId, null).toLowerCase() : null
  const what = event === 'submitted' && row.reSubmitted ? 'resubmitted' : (status ?? words[event].subject)
  await sendMail(context, {
    event: `${review.name}.${event}`,
    entity: review.flow.entity,
    rowId: id,
    propertyId: row.propertyId ?? null,
    recipients: [...to.flatMap(of), ...cc.flatMap(of).map((one) => ({ ...one, kind: 'cc' as const }))],
    subject: `${number}, ${subject}: ${what}`,
    text: [
      `${review.entity.label} ${number} for ${subject}`,
      words[event].text,
      ...told,
      `Open the ${review.noun}: ${context.services.config.publicUrl}/#${openPath(review, row)}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  })
}
