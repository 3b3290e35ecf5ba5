import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { isManager, userProfile } from '../model/calls.ts'
import { passwordHandlers } from './passwords.ts'
import { sessionHandlers } from './sessions.ts'
import './tables.ts'

export { isSlowedDown, personOf } from './attempts.ts'
export { endLinks, firstLink, mailInvite, printedLink } from './links.ts'
export { endSessions } from './passwords.ts'
export { grantsOf } from './sessions.ts'

/** Everything the accounts module answers. */
export const served: Served[] = [
  ...sessionHandlers,
  ...passwordHandlers,

  serve(isManager, async ({ actor }) => actor.isManager),

  serve(userProfile, async ({ db, actor, query }) => {
    const name = (query.userName ?? actor.userName).trim().toLowerCase()
    if (!isAgency(actor) && name !== actor.userName.toLowerCase()) return refuse.notFound('This user')
    const found = await db
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
      ])
      .where(sql`lower(user_name)`, '=', name)
      .executeTakeFirst()
    return found ?? refuse.notFound('This user')
  }),
]
