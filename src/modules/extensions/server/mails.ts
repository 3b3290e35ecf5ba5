import { sql } from 'kysely'
import { ContactType } from '#ground/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { extensionSettings } from '../model/settings.ts'
import { oneExtension } from './detail.ts'

type Concerned = { extensionRequestId: number; propertyId: number; submittedById: number | null; statusId: number }
type Event = 'submitted' | 'recalled' | 'returned' | 'approved' | 'denied'

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The contacts written to on each event beside the submitter, and those who get a copy. Domain 39.1. */
const contactsOn: Record<Event, { to: number[]; cc: number[] }> = {
  submitted: { to: [], cc: [] },
  recalled: { to: [], cc: [] },
  returned: { to: [ContactType.PrimaryContact, ContactType.FinancialContact], cc: [] },
  approved: { to: [ContactType.FinancialContact, ContactType.GeneralPartner], cc: [ContactType.PrimaryContact] },
  denied: { to: [ContactType.FinancialContact, ContactType.GeneralPartner], cc: [ContactType.PrimaryContact] },
}

async function recipientsOn(context: AnyContext, row: Concerned, event: Event): Promise<Recipient[]> {
  const { to, cc } = contactsOn[event]
  const found = await sql<{ email: string; name: string; kind: 'to' | 'cc' }>`
    select u.email, trim(u.first_name || ' ' || u.last_name) as name, 'to' as kind from app_user u
      where u.user_id = ${row.submittedById} and u.active
    union all
    select c.email, c.name, case when pc.contact_type_id = any (${cc}::integer[]) then 'cc' else 'to' end
      from property_contact pc join contact c using (contact_id)
      where pc.property_id = ${row.propertyId} and c.active and c.email is not null
        and pc.contact_type_id = any (${[...to, ...cc]}::integer[])`.execute(context.db)
  const queue = await context.settings.get(extensionSettings.queueAddress)
  const agency = event === 'submitted' || event === 'recalled' ? queue : ''
  return [...found.rows, ...(agency ? [{ email: agency, name: 'Extension requests', kind: 'cc' as const }] : [])]
}

/** Tells those concerned of a step. */
export async function mailExtension(
  context: AnyContext,
  row: Concerned,
  event: Event,
  reason: string | null,
): Promise<void> {
  const detail = await oneExtension(context, row.extensionRequestId)
  const about = `${detail.taskName}, ${detail.periodLabel}, ${detail.propertyName}`
  const result =
    event === 'approved'
      ? `The due date is now ${day(detail.dueDate)}.`
      : event === 'denied'
        ? `The due date stays ${day(detail.dueDate)}.`
        : `Due ${day(detail.dueDate)}; asked for ${day(detail.requestedDueDate)}.`
  await sendMail(context, {
    event: `extension.${event}`,
    recipients: await recipientsOn(context, row, event),
    subject: `Extension request ${event}: ${about}`,
    text: [
      `The extension request for ${about} was ${event}.`,
      result,
      ...(reason ? ['', `Reason: ${reason}`] : []),
      '',
      `${context.services.config.publicUrl}/#/todolist/property/${row.propertyId}`,
    ].join('\n'),
    propertyId: row.propertyId,
    entity: 'ExtensionRequest',
    rowId: row.extensionRequestId,
  })
}

/** Mails the decision to everyone concerned. */
export const mailDecision = (context: AnyContext, row: Concerned & { decisionReason: string | null }): Promise<void> =>
  mailExtension(context, row, row.statusId === RequestStatus.APPROVED ? 'approved' : 'denied', row.decisionReason)
