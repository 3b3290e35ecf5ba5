import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { mailParts } from '#engines/review/model/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { occupancyFacts } from '../model/facts.ts'
import type { MonthRow } from '../model/occupancies.ts'

/** The mail to a person who submitted months: one mail for all of them. */
export const receivedMail = {
  event: 'occupancy.received',
  label: 'Occupancy received',
  subject: 'Occupancy of {{months}} received: {{count}}',
  body: 'The agency has received occupancy of {{months}} for {{count}}.\n\nIt can be taken back until it is accepted. Open the worksheet: {{link}}',
  to: ['submitter'],
  cc: [],
  placeholders: [
    { name: 'months', label: 'Months' },
    { name: 'count', label: 'How many properties' },
    { name: 'link', label: 'Address of the worksheet' },
  ],
  parts: mailParts('submitter'),
} as const satisfies DeclaredMail

/** Mails the person who submitted these months, in one mail, that they were received. */
export async function mailReceived(context: AnyContext, rows: readonly MonthRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const { email, name } = context.actor
  const months = [...new Set(rows.map((row) => monthName(row.periodDate)))]
  await sendEventMail(context, {
    event: receivedMail.event,
    entity: 'ProjectOccupancy',
    rowId: first.projectOccupancyId,
    propertyId: rows.length === 1 ? first.propertyId : null,
    recipientsOf: (part) => (part === 'submitter' ? [{ email, name }] : []),
    values: {
      months: months.join(', '),
      count: plural(rows.length, 'property', 'properties'),
      link: `${context.services.config.publicUrl}/#${occupancyFacts.queue}`,
    },
  })
}
