import { sql } from 'kysely'
import { ContactType } from '#ground/lookups/model/index.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { reserveSettings } from '../model/settings.ts'
import type { RequestRow } from './detail.ts'

/** Who can be written to about a request, by part played. */
export type Circle = {
  submitter: Recipient[]
  companyAdmins: Recipient[]
  reviewer: Recipient[]
  queue: Recipient[]
  contact: (type: number) => Recipient[]
}

/** Everyone concerned with a request in one statement. */
export async function circleOf(context: AnyContext, request: RequestRow): Promise<Circle> {
  const found = await sql<{ part: string; email: string; name: string }>`
    select 'submitter' as part, u.email, trim(u.first_name || ' ' || u.last_name) as name from app_user u where u.user_id = ${request.submittedById} and u.active
    union all
    select 'reviewer', u.email, trim(u.first_name || ' ' || u.last_name) from app_user u where u.user_id = ${request.reviewerId} and u.active
    union all
    select 'companyAdmins', u.email, trim(u.first_name || ' ' || u.last_name) from app_user u
      join property p on u.user_id = any (kernel.people_of(p.management_company_id)) where p.property_id = ${request.propertyId} and u.is_mc_admin and u.active
    union all
    select 'contact ' || pc.contact_type_id, c.email, c.name from property_contact pc join contact c using (contact_id)
      where pc.property_id = ${request.propertyId} and c.active and c.email is not null`.execute(context.db)
  const of = (part: string) =>
    found.rows.filter((row) => row.part === part).map(({ email, name }): Recipient => ({ email, name }))
  const queueAddress = await context.settings.get(reserveSettings.queueAddress)
  return {
    submitter: of('submitter'),
    reviewer: of('reviewer'),
    companyAdmins: of('companyAdmins'),
    queue: queueAddress ? [{ email: queueAddress, name: 'Replacement reserves' }] : [],
    contact: (type) => of(`contact ${type}`),
  }
}

const copies = (recipients: Recipient[]): Recipient[] => recipients.map((one) => ({ ...one, kind: 'cc' }))

/** Who is written to on each event (domain 39.1). */
export const recipientsOn = {
  submitted: (circle: Circle): Recipient[] => [...circle.submitter, ...circle.companyAdmins, ...copies(circle.queue)],
  recalled: (circle: Circle): Recipient[] => [...circle.queue, ...copies(circle.submitter)],
  returned: (circle: Circle): Recipient[] => [
    ...circle.submitter,
    ...circle.contact(ContactType.PrimaryContact),
    ...circle.contact(ContactType.FinancialContact),
    ...copies(circle.companyAdmins),
  ],
  decided: (circle: Circle): Recipient[] => [
    ...circle.contact(ContactType.FinancialContact),
    ...circle.contact(ContactType.GeneralPartner),
    ...circle.submitter,
    ...copies([...circle.contact(ContactType.PrimaryContact), ...circle.reviewer]),
  ],
} as const
