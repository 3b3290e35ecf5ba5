import { sql } from 'kysely'
import { endLinks, endSessions } from '#core/people/accounts/server/index.ts'
import { isAgency, worksFor } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { lockManagedPerson, mayGrant } from './find.ts'

const NO_ADMINISTRATOR = 'The agency would be left without an administrator. Make somebody else one first.'

/**
 * Refuses if no other active administrator of the agency would remain. Locks all of them, so that two
 * cannot leave at once.
 */
export async function refuseLastAdministrator(
  context: AnyContext,
  userId: number,
  field = '',
): Promise<void> {
  const result = await sql<{ userId: number }>`
    select u.user_id from app_user u where u.is_admin and u.active
      and exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 1)
    order by 1 for update of u`.execute(context.db)
  if (!result.rows.some((row) => row.userId !== userId))
    refuse.rule(NO_ADMINISTRATOR, [{ field, message: NO_ADMINISTRATOR }])
}

/**
 * Ends all rights of a person on the properties that a company runs or ran, and the person's link to an
 * additional company. Rights through other companies remain.
 */
export async function leaveCompany(context: AnyContext, userId: number, companyId: number): Promise<void> {
  const atCompany = sql`user_id = ${userId} and property_id = any (kernel.properties_through(${companyId},
    ${userId}))`
  await sql`delete from permission where ${atCompany}`.execute(context.db)
  await sql`delete from user_property where ${atCompany}`.execute(context.db)
  await sql`delete from management_company_user t using app_user u where t.user_id = ${userId}
    and u.user_id = t.user_id
    and t.management_company_id = ${companyId}
    and t.management_company_id <> u.management_company_id`.execute(context.db)
}

/**
 * Removes a person: closes the account and ends all its rights. The row remains, so that the history can
 * show the name.
 */
export async function removePerson(context: AnyContext, userId: number): Promise<boolean> {
  const person = await lockManagedPerson(context, userId)
  if (userId === context.actor.userId) refuse.rule('You cannot remove yourself.')
  if (person.isAdmin && person.active) await refuseLastAdministrator(context, userId)
  for (const table of ['permission', 'user_property', 'user_role'])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(context.db)
  await endSessions(context, userId)
  await endLinks(context, userId)
  await sql`update app_user set active = false, is_admin = false, is_manager = false, is_mc_admin = false,
    removed_at = ${context.services.now().toISOString()}, version = version + 1
    where user_id = ${userId}`.execute(context.db)
  return true
}

/**
 * Removes a person from a company; without `companyId` from the first of the person's companies that the
 * caller works for (the agency: from the first). A person of other companies continues there. The account
 * of a person without any remaining rights is closed.
 */
export async function removeFromCompany(
  context: AnyContext,
  userId: number,
  companyId?: number,
): Promise<boolean> {
  const { actor } = context
  const { managementCompanyIds, isMcAdmin } = await lockManagedPerson(context, userId, mayGrant)
  if (userId === actor.userId) refuse.rule('You cannot remove yourself.')
  const leftCompanyId = companyId ?? managementCompanyIds.find((id) => isAgency(actor) || worksFor(actor, id))
  if (leftCompanyId === undefined) return refuse.rule('This person belongs to no company.')
  if (isMcAdmin && !isAgency(actor))
    refuse.rule('Only the agency takes an administrator off the company’s list.')
  await leaveCompany(context, userId, leftCompanyId)
  if (managementCompanyIds.length === 1) await endAsCompanyUser(context, userId)
  await sql`delete from management_company_user where user_id = ${userId}
    and management_company_id = ${leftCompanyId}`.execute(context.db)
  return true
}

/** Makes an ordinary user of a person without a company, and closes an account without any rights. */
async function endAsCompanyUser(context: AnyContext, userId: number): Promise<void> {
  await endSessions(context, userId)
  await sql`update user_role set role_id = 3 where user_id = ${userId} and role_id = 4`.execute(context.db)
  const result = await sql<{ active: boolean }>`
    update app_user u set is_mc_admin = false, version = version + 1,
      active = active and (exists (select 1 from permission p where p.user_id = u.user_id)
        or exists (select 1 from user_property p where p.user_id = u.user_id))
    where user_id = ${userId} returning active`.execute(context.db)
  if (!result.rows[0]?.active) await endLinks(context, userId)
}
