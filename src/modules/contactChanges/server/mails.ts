import { sql } from 'kysely'
import { ownerOf } from '#ground/contacts/server/index.ts'
import { ContactType } from '#ground/lookups/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { flow, requestNumber } from '../model/flow.ts'
import { contactSettings } from '../model/settings.ts'
import { type RequestRow, subjectOf } from './detail.ts'

export type MailEvent = 'submitted' | 'recalled' | 'returned' | 'approved' | 'rejected'

type Part = 'submitter' | 'reviewer' | 'companyAdmins' | 'primary' | 'concerned'

/** Everyone concerned with a request by the part played, in one statement. */
async function circleOf({ db }: AnyContext, row: RequestRow): Promise<(part: Part) => Recipient[]> {
  const name = sql`trim(u.first_name || ' ' || u.last_name)`
  const found = await sql<{ part: Part; email: string; name: string }>`
    with company as (select coalesce(${row.managementCompanyId}::integer,
      (select management_company_id from property where property_id = ${row.propertyId})) as company_id),
    named as (
      select contact_id, contact_type_id from property_contact where property_id = ${row.propertyId}
      union select contact_id, contact_type_id from management_company_contact where management_company_id = ${row.managementCompanyId})
    select 'submitter' as part, u.email, ${name} as name from app_user u where u.user_id = ${row.submittedById} and u.active
    union all select 'reviewer', u.email, ${name} from app_user u where u.user_id = ${row.reviewerId} and u.active
    union all select 'companyAdmins', u.email, ${name} from app_user u join company on u.user_id = any (kernel.people_of(company_id))
      where u.is_mc_admin and u.active
    union all select 'primary', c.email, c.name from named k join contact c using (contact_id)
      where k.contact_type_id = ${ContactType.PrimaryContact} and c.active and c.email is not null
    union all select 'concerned', c.email, c.name from named k join contact c using (contact_id)
      where c.active and c.email is not null and k.contact_type_id in (
        select l.contact_type_id from contact_change l where l.contact_change_request_id = ${row.contactChangeRequestId})`.execute(
    db,
  )
  return (part) => found.rows.filter((one) => one.part === part).map(({ email, name }) => ({ email, name }))
}

const copies = (recipients: readonly Recipient[]): Recipient[] => recipients.map((one) => ({ ...one, kind: 'cc' }))

/** Who is written to on each event (domain 39.1). */
const recipientsOn: Record<MailEvent, (of: (part: Part) => Recipient[], queue: Recipient[]) => Recipient[]> = {
  submitted: (of, queue) => [...of('submitter'), ...of('companyAdmins'), ...copies(queue)],
  recalled: (of, queue) => [...queue, ...copies(of('submitter'))],
  returned: (of) => [...of('submitter'), ...of('primary'), ...of('concerned'), ...copies(of('companyAdmins'))],
  approved: (of) => [...of('submitter'), ...of('primary'), ...copies([...of('companyAdmins'), ...of('reviewer')])],
  rejected: (of) => [...of('submitter'), ...of('primary'), ...copies([...of('companyAdmins'), ...of('reviewer')])],
}

const words: Record<MailEvent, string> = {
  submitted: 'It was received and waits for review.',
  recalled: 'The company has taken it back for changes.',
  returned: 'Please correct it and submit it again. The reviewer writes:',
  approved: 'The changes are approved. Those with a later effective date apply on that day.',
  rejected: 'The contacts stay as they are. The reviewer writes:',
}

/** Where a request is opened: by its company in the form, which also shows what can no longer be edited. */
const pathOf = (row: RequestRow): string =>
  `/ManagementContactChangeRequest/${row.managementCompanyId ?? 0}/${row.propertyId ?? 0}`

/** Mails everyone concerned; no address or number of a person, only what happened and the way to the request. */
export async function mailAbout(
  context: AnyContext,
  row: RequestRow,
  event: MailEvent,
  reason: string | null = null,
): Promise<void> {
  const { name } = await subjectOf(context, ownerOf(row))
  const number = requestNumber(row.contactChangeRequestId)
  const address = await context.settings.get(contactSettings.queueAddress)
  const queue: Recipient[] = address ? [{ email: address, name: 'Contact changes' }] : []
  const { count } = await context.db
    .selectFrom('contactChange')
    .select((f) => f.fn.countAll<number>().as('count'))
    .where('contactChangeRequestId', '=', row.contactChangeRequestId)
    .executeTakeFirstOrThrow()
  await sendMail(context, {
    event: `contacts.${event}`,
    entity: flow.entity,
    rowId: row.contactChangeRequestId,
    propertyId: row.propertyId,
    recipients: recipientsOn[event](await circleOf(context, row), queue),
    subject: `${number}, ${name}: ${event === 'returned' ? 'returned for correction' : event}`,
    text: [
      `Contact change request ${number} for ${name}, ${plural(Number(count), 'change', 'changes')}`,
      words[event],
      ...(reason ? [reason] : []),
      `Open the request: ${context.services.config.publicUrl}/#${pathOf(row)}`,
    ].join('\n\n'),
  })
}

/** Mails a submission unless that was done; answers the number of mails. */
export async function mailSubmissionOnce(context: AnyContext, row: RequestRow): Promise<number> {
  const found = await sql<{ due: boolean }>`
    select (select count(*) from status_history where entity = ${flow.entity} and row_id = ${row.contactChangeRequestId} and action = 'submit')
      > kernel.mails_about(${flow.entity}, ${row.contactChangeRequestId}, 'contacts.submitted') as due`.execute(
    context.db,
  )
  if (!found.rows[0]?.due) return 0
  await mailAbout(context, row, 'submitted')
  return 1
}
