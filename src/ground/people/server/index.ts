import type { Call } from '#kernel/model/call.ts'
import { serveFixedList } from '#kernel/server/crud.ts'
import type { Served } from '#kernel/server/serve.ts'
import { roleList } from '../model/calls.ts'
import { companyHandlers } from './companies.ts'
import { historyHandlers } from './history.ts'
import { permissionHandlers } from './permissions.ts'
import { userHandlers } from './users.ts'

let declared: readonly Call[] = []

/** Takes the calls of the portal, so that their rules can be explained. */
export function setKnownCalls(calls: readonly Call[]): void {
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
