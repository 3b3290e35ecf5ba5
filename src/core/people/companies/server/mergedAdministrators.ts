import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MergedAdministrator } from '../model/calls.ts'

/**
 * Finds the primary users of a company being merged who do not work for the other one yet, and so would
 * become its primary users (domain 47.9).
 */
export async function findAdministrators(
  { db }: AnyContext,
  fromCompanyId: number,
  intoCompanyId: number,
): Promise<Omit<MergedAdministrator, 'stays'>[]> {
  const result = await sql<Omit<MergedAdministrator, 'stays'>>`
    select u.user_id, u.user_name, trim(u.first_name || ' ' || u.last_name) as name from app_user u
    where u.user_id = any (kernel.people_of(${fromCompanyId}))
    and u.user_id <> all (kernel.people_of(${intoCompanyId}))
      and u.removed_at is null
      and (u.is_mc_admin or exists (select from user_role r where r.user_id = u.user_id and r.role_id = 4))
    order by name, u.user_id`.execute(db)
  return result.rows
}

/**
 * Makes ordinary users of the administrators who are not confirmed. Each property they administered is
 * assigned to them, so that they can still work with it. The other company's properties remain closed to
 * them.
 */
export async function endAdministrators(
  context: AnyContext,
  fromCompanyId: number,
  intoCompanyId: number,
  confirmedIds: readonly number[],
): Promise<void> {
  const administrators = await findAdministrators(context, fromCompanyId, intoCompanyId)
  const endedIds = administrators
    .map((person) => person.userId)
    .filter((userId) => !confirmedIds.includes(userId))
  if (endedIds.length === 0) return
  const people = sql`${endedIds}::integer[]`
  await sql`insert into user_property (user_id, property_id, is_main)
    select u.user_id, administered, true from app_user u cross
    join lateral unnest(kernel.company_properties(u.user_id)) administered
    where u.user_id = any (${people}) and u.is_mc_admin
    on conflict (user_id, property_id) do update set is_main = true where not user_property.is_main`.execute(
    context.db,
  )
  await sql`update user_role set role_id = 3 where role_id = 4 and user_id = any (${people})
    and user_id not in (select user_id from user_role where role_id = 3)`.execute(context.db)
  await sql`delete from user_role where role_id = 4 and user_id = any (${people})`.execute(context.db)
  await sql`update app_user set is_mc_admin = false, version = version + 1
    where user_id = any (${people})`.execute(context.db)
}

/**
 * Refuses ids of people who are not primary users of the merged companies, so that only people the preview
 * lists can be confirmed.
 */
export async function refuseOtherPeople(
  context: AnyContext,
  intoCompanyId: number,
  fromCompanyIds: readonly number[],
  confirmedIds: readonly number[],
): Promise<void> {
  const administrators = new Set<number>()
  for (const fromCompanyId of fromCompanyIds)
    for (const { userId } of await findAdministrators(context, fromCompanyId, intoCompanyId))
      administrators.add(userId)
  if (confirmedIds.some((userId) => !administrators.has(userId)))
    refuse.invalid([
      {
        field: 'administrators',
        message: 'Stay primary users: choose people who administer the merged company.',
      },
    ])
}
