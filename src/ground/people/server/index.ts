import type { Call } from '#kernel/model/call.ts'
import { serveFixedList } from '#kernel/server/crud.ts'
import type { Served } from '#kernel/server/serve.ts'
import { roleList } from '../model/calls.ts'
import { companyHandlers } from './companies.ts'
import { historyHandlers } from './history.ts'
import { permissionHandlers } from './permissions.ts'
import { userHandlers } from './users.ts'

let declared: readonly Call[] = []

/** Tells which calls the portal has, so that their rules can be explained; called once by the registry. */
export function configurePeople(calls: readonly Call[]): void {
  declared = calls
}

/** Everything the people module answers. */
export const served: Served[] = [
  ...userHandlers,
  ...permissionHandlers(() => declared),
  ...companyHandlers,
  ...historyHandlers,
  ...serveFixedList(roleList),
]
