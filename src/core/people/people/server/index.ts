import { sql } from 'kysely'
import { serveFixedList } from '#core/platform/lookups/server/index.ts'
import { roles } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import { roleList } from '../model/calls.ts'
import { accessReasonHandlers } from './accessReasons.ts'
import { companyHandlers } from './companies.ts'
import { historyHandlers } from './history.ts'
import { permissionHandlers } from './permissions.ts'
import { userHandlers } from './users.ts'

export type { MailedTable } from './mailedChanges.ts'
export {
  enterWorker,
  runAsPerson,
  runInSavepoint,
  type WorkerContext,
} from './persons.ts'

/** Every call of the portal, so that its access rule can be explained. */
const declaredCalls = slot('served', (served) => served.map(({ call }) => call))

/** Every call that the people module answers. */
export const served: Served[] = [
  ...userHandlers,
  ...permissionHandlers(declaredCalls),
  ...companyHandlers,
  ...historyHandlers,
  ...accessReasonHandlers,
  ...serveFixedList(roleList),
]

/** Loads the agency's people who may review requests. */
export const loadAnalysts = async ({ db }: AnyContext): Promise<{ userId: number; name: string }[]> =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.userId')
    .select(['appUser.userId', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('userRole.roleId', '=', roles.agencyWrite)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
