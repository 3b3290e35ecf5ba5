import { sql } from 'kysely'
import { isAgency, roles } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** A person who can receive messages; `detail` is the company, or "Agency". */
export type MessageRecipient = { userId: number; name: string; detail: string }

/**
 * Loads the users whom the caller may write to, in one statement. The agency may write to all active users,
 * a company's user to people of the same company and to the agency's analysts. A message about a property
 * may go only to users who may see it, which kernel.scope decides for the few who are tied to it in any way.
 * Refuses with 404 for a property out of the caller's scope. `onlyUser` limits the result to one user.
 */
export async function loadRecipients(
  context: AnyContext,
  propertyId: number,
  onlyUser = 0,
): Promise<MessageRecipient[]> {
  const { actor } = context
  if (propertyId > 0) {
    const property = await sql`select 1 from property where property_id = ${propertyId}`.execute(context.db)
    if (property.rows.length === 0) refuse.notFound('This property')
  }
  const result = await sql<MessageRecipient>`
    with known as materialized (
      select u.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name,
        c.name as company,
        array(select r.role_id from user_role r where r.user_id = u.user_id) as roles
      from app_user u left join management_company c on c.management_company_id = u.management_company_id
      where u.active and u.user_id <> ${actor.userId} and (${onlyUser}::integer = 0
      or u.user_id = ${onlyUser})),
    allowed as materialized (
      select k.*, k.roles && ${[roles.agencyWrite, roles.agencyRead]}::integer[] as agency from known k
      where ${isAgency(actor)} or ${roles.agencyWrite}::integer = any (k.roles) or k.user_id in (
        select user_id from management_company_user
        where management_company_id = any (kernel.own_companies()))),
    tied as materialized (
      select a.* from allowed a
      where ${propertyId}::integer = 0 or a.agency
        or a.user_id = any ((select kernel.people_of(p.management_company_id) from property p
        where p.property_id = ${propertyId})::integer[])
        or exists (select 1 from user_property up where up.user_id = a.user_id
        and up.property_id = ${propertyId})
        or exists (select 1 from permission g where g.user_id = a.user_id and (g.property_id = ${propertyId}
        or g.key = 'Global_Admin'))),
    seeing as (
      select t.*, case when ${propertyId}::integer = 0 or t.agency then null
      else kernel.scope(t.user_id, null, 'read') end as scope
      from tied t)
    select user_id, name, case when agency then 'Agency' else coalesce(company, 'Owner-managed') end as detail
    from seeing where scope is null or ${propertyId}::integer = any (scope)
    order by agency desc, lower(name), user_id`.execute(context.db)
  return result.rows
}
