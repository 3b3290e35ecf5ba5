import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { demonstrationAccounts, isManager, saveStart, userProfile } from '../model/calls.ts'
import { type StartScreen, startScreens } from '../model/entities.ts'
import { passwordHandlers } from './passwords.ts'
import { sessionHandlers } from './sessions.ts'
import './tables.ts'

export { checkCredentials, isSlowedDown } from './attempts.ts'
export {
  createFirstLink,
  createPrintedLink,
  endLinks,
  mailInvite,
} from './links.ts'
export { endSessions } from './passwords.ts'
export { loadGrants } from './sessions.ts'

/** Every call that the accounts module answers. */
export const served: Served[] = [
  ...sessionHandlers,
  ...passwordHandlers,

  serve(demonstrationAccounts, ({ db }) =>
    db
      .selectFrom('demonstrationAccount')
      .innerJoin('appUser', 'appUser.userId', 'demonstrationAccount.userId')
      .select(['userName', 'purpose'])
      .where('active', '=', true)
      .orderBy('demonstrationAccount.userId')
      .execute(),
  ),

  serve(isManager, async ({ actor }) => actor.isManager),

  serve(saveStart, async ({ db, actor, body }) => {
    await db
      .insertInto('startChoice')
      .values({ userId: actor.userId, ...body })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(body))
      .execute()
    return true
  }),

  serve(userProfile, async ({ db, actor, query }) => {
    const name = (query.userName ?? actor.userName).trim().toLowerCase()
    if (!isAgency(actor) && name !== actor.userName.toLowerCase()) return refuse.notFound('This user')
    const user = await db
      .selectFrom('appUser')
      .leftJoin('managementCompany', 'managementCompany.managementCompanyId', 'appUser.managementCompanyId')
      .select([
        'appUser.userId',
        'appUser.userName',
        'appUser.email',
        'appUser.phone',
        'appUser.isAdmin',
        'appUser.isManager',
        'appUser.isMcAdmin',
        'appUser.managementCompanyId',
        'managementCompany.name as managementCompanyName',
        sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
        // Row-level security shows each person only their own choice.
        sql<StartScreen>`coalesce((select c.starts_with from start_choice c
          where c.user_id = app_user.user_id), ${startScreens[0]})`.as('startsWith'),
        sql<string | null>`case when app_user.user_id = ${actor.userId} then secret.draft_key() end`.as(
          'draftKey',
        ),
      ])
      .where(sql`lower(user_name)`, '=', name)
      .executeTakeFirst()
    return user ?? refuse.notFound('This user')
  }),
]
