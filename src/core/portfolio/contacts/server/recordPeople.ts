import { type RawBuilder, sql } from 'kysely'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * The record whose people are loaded: its property or company, the company that filed it, and the users who
 * took part.
 */
export type RecordPeople = {
  propertyId?: number | null
  managementCompanyId?: number | null
  filedCompanyId: number | null
  submittedById: number | null
  reviewerId: number | null
  createdBy?: number | null
}

/**
 * Loads the possible mail recipients of a record in one statement. `subject` is the name of its property or
 * company. A property that has left the company that filed the record has its name of the company's last day.
 * `of(part)` returns the recipients of a part: `submitter`, `preparer`, `reviewer`, `companyAdmins`, or the
 * id of a contact type as text. A company without a primary user receives mail at its own address. Contacts
 * of a company that left the property get mail only about what it filed. `facts` is one more SQL value that
 * the caller wants from the same statement.
 */
export async function loadRecordPeople<Facts = null>(
  { db }: Pick<AnyContext, 'db'>,
  {
    propertyId = null,
    managementCompanyId = null,
    filedCompanyId,
    submittedById,
    reviewerId,
    createdBy = null,
  }: RecordPeople,
  facts: RawBuilder<Facts | null> = sql`null`,
): Promise<{ subject: string; of: (part: string) => Recipient[]; facts: Facts | null }> {
  const name = sql`trim(u.first_name || ' ' || u.last_name)`
  const result = await sql<{ part: string; email: string; name: string; facts: Facts | null }>`
    with company as (select coalesce(alias_of, management_company_id) as id, email, name
    from management_company
      where management_company_id = ${filedCompanyId ?? managementCompanyId}),
    admins as (select u.email, ${name} as name from app_user u
    join company on u.user_id = any (kernel.people_of(company.id))
      where u.active and (u.is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id
      and r.role_id = 4)))
    select 'subject' as part, '' as email, coalesce(
      kernel.property_name_for(${propertyId}::integer, ${filedCompanyId}::integer),
      (select name from management_company where management_company_id = ${managementCompanyId}), '') as name,
      (${facts})::json as facts
    union all select 'submitter', u.email, ${name}, null from app_user u where u.user_id = ${submittedById}
    and u.active
    union all select 'preparer', u.email, ${name}, null from app_user u
    where u.user_id = ${createdBy}::integer and u.active
    union all select 'reviewer', u.email, ${name}, null from app_user u where u.user_id = ${reviewerId}
    and u.active
    union all select 'companyAdmins', email, name, null from admins
    union all select 'companyAdmins', email, name, null from company
      where ${managementCompanyId}::integer is not null and email is not null and not exists (select 1
      from admins)
    union all select k.contact_type_id::text, c.email, c.name, null from (
      select contact_id, contact_type_id from property_contact where property_id = ${propertyId}
      union select contact_id, contact_type_id from management_company_contact
      where management_company_id = ${managementCompanyId}) k
      join contact c using (contact_id) where c.active and c.email is not null
        and (${propertyId}::integer is null or not kernel.contact_left(c.contact_id, ${propertyId})
          or exists (select from management_company_contact own
          join company on own.management_company_id = company.id
            where own.contact_id = c.contact_id))`.execute(db)
  const subject = result.rows.find((row) => row.part === 'subject')
  return {
    subject: subject?.name ?? '',
    facts: subject?.facts ?? null,
    of: (part) =>
      result.rows.filter((row) => row.part === part).map(({ email, name: to }) => ({ email, name: to })),
  }
}
