import { sql } from 'kysely'
import { serveFixedList } from '#ground/platform/lookups/server/index.ts'
import { roles } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import { roleList } from '../model/calls.ts'
import { companyHandlers } from './companies.ts'
import { historyHandlers } from './history.ts'
import { permissionHandlers } from './permissions.ts'
import { reachHandlers } from './reach.ts'
import { userHandlers } from './users.ts'

export type { MailedTable } from './mailedChanges.ts'
export { apart, asPerson, asWorker, type Desk } from './persons.ts'

/** The calls of the portal, so that their rules can be explained. */
const declared = slot('served', (served) => served.map(({ call }) => call))

/** Everything the people module answers. */
export const served: Served[] = [
  ...userHandlers,
  ...permissionHandlers(declared),
  ...companyHandlers,
  ...historyHandlers,
  ...reachHandlers,
  ...serveFixedList(roleList),
]

/** People of the agency who may review. */
export const loadAnalysts = async ({ db }: AnyContext): Promise<{ userId: number; name: string }[]> =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.userId')
    .select(['appUser.userId', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('userRole.roleId', '=', roles.agencyWrite)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
