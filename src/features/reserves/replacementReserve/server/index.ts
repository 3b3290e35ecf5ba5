import { serveException, serveItemCalls } from '#features/shared/invoicedItems/server/index.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import type { RequestRow } from '../model/requests.ts'
import { loadReplacementReserveAccount } from './account.ts'
import { kind } from './detail.ts'
import { listHandlers } from './lists.ts'
import { requests } from './requests.ts'

export { findReserveAccount } from './account.ts'
export { loadReplacementReserveRules } from './detail.ts'
export type { DrawHold } from './drawHolds.ts'

/** Locks a request before an amount is drawn on it or its exception changes, and returns it. */
export const lockRequest = (context: AnyContext, requestId: number): Promise<RequestRow> =>
  lockRow(context, ReplacementReserveRequest, requestId)

/** The handlers of the calls about replacement reserve requests, their lists and their ledger. */
export const served: Served[] = [
  ...serveController(calls.categories),
  ...serveController(calls.authorities),
  ...listHandlers,
  ...serveItemCalls(calls.requestItemCalls, kind, requests),

  requests.serveStep(calls.startReview, 'startReview'),

  serveException(calls.grantException, requests),

  serve(calls.adminChangeStatus, (context) => {
    const { requestId, status } = context.params
    return requests.take(context, requestId, 'adminChange', { to: status, reason: context.query.reason })
  }),

  serve(calls.getLedger, async (context) => {
    const account = await loadReplacementReserveAccount(context, context.params.propertyId)
    const entries = await context.db
      .selectFrom('reserveEntry')
      .selectAll()
      .where('reserveAccountId', '=', account.reserveAccountId)
      .orderBy('entryDate', 'desc')
      .orderBy('reserveEntryId', 'desc')
      .execute()
    return { account, entries }
  }),
]
