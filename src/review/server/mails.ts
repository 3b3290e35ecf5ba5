import { sql } from 'kysely'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MailEvent, Part } from '../model/mails.ts'
import { openPath } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import type { AnyRow, Kit } from './kit.ts'

/** Everyone concerned with a record by the part played, and what it is about, in one statement. */
async function circleOf(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
): Promise<{ subject: string; of: (part: Part) => Recipient[] }> {
  const { review, server } = kit
  const name = sql`trim(u.first_name || ' ' || u.last_name)`
  const [propertyId, companyId] = [row.propertyId ?? null, row.managementCompanyId ?? null]
  const found = await sql<{ part: string; email: string; name: string }>`
    with company as (select coalesce(alias_of, management_company_id) as id, email, name from management_company
      where management_company_id = ${row.filedCompanyId ?? companyId}),
    admins as (select u.email, ${name} as name from app_user u join company on company.id = u.management_company_id
      where u.active and (u.is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4)))
    select 'subject' as part, '' as email, coalesce((select name from property where property_id = ${propertyId}),
      (select name from management_company where management_company_id = ${companyId}), '') as name
    union all select 'submitter', u.email, ${name} from app_user u where u.user_id = ${row.submittedById} and u.active
    union all select 'reviewer', u.email, ${name} from app_user u where u.user_id = ${row.reviewerId} and u.active
    union all select 'companyAdmins', email, name from admins
    -- A company without anybody in charge is written to at its own address.
    union all select 'companyAdmins', email, name from company
      where ${companyId}::integer is not null and email is not null and not exists (select 1 from admins)
    union all select k.contact_type_id::text, c.email, c.name from (
      select contact_id, contact_type_id from property_contact where property_id = ${propertyId}
      union select contact_id, contact_type_id from management_company_contact where management_company_id = ${companyId}) k
      join contact c using (contact_id) where c.active and c.email is not null`.execute(context.db)
  const queue = await context.settings.get(review.settings.queue)
  const concerned = (await server.concerned?.(context, row)) ?? []
  const of = (part: Part): Recipient[] => {
    if (part === 'queue') return queue ? [{ email: queue, name: review.entity.label }] : []
    if (part === 'concerned') return concerned
    return found.rows.filter((one) => one.part === String(part)).map(({ email, name }) => ({ email, name }))
  }
  return { subject: found.rows.find((one) => one.part === 'subject')?.name ?? '', of }
}

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
  const { review } = kit
  const { subject, of } = await circleOf(context, kit, row)
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
