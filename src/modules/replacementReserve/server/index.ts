import { checkDuplicates } from '#ground/invoices/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import type { RequestRow } from '../model/requests.ts'
import { accountOf } from './account.ts'
import { MODULE } from './detail.ts'
import { documentHandlers } from './documents.ts'
import { listHandlers } from './lists.ts'
import { requests } from './requests.ts'
import { saveAmountsWithStep } from './review.ts'
import './tables.ts'

export { accountSeen } from './account.ts'
export { rulesOf, shownAmount } from './detail.ts'
export type { DrawHold } from './drawHolds.ts'

/** A request that is about to be drawn on, locked. */
export const lockDrawn = (context: AnyContext, requestId: number): Promise<RequestRow> =>
  lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)

/** Items go with the vendor that takes the place of another. */
export async function changeVendor(context: AnyContext, from: number, to: number): Promise<void> {
  await context.db
    .updateTable('replacementReserveRequestItem')
    .set({ vendorId: to, newVendor: false })
    .where('vendorId', '=', from)
    .execute()
}

/** What the module answers beside the calls of its review. */
export const served: Served[] = [
  ...serveController(calls.categories),
  ...serveController(calls.authorities),
  ...listHandlers,
  ...documentHandlers,

  serve(
    calls.startReview,
    (context) => requests.take(context, context.params.id, 'startReview', context.body),
    requests.lead,
  ),

  serve(
    calls.changeStatus,
    async (context) => {
      const { statusId, approvedAmounts, reason, version, seen, requestId = context.body.id ?? 0 } = context.body
      const amountsSaved = approvedAmounts?.length
        ? await saveAmountsWithStep(context, requestId, version, approvedAmounts)
        : false
      // Saving the amounts has checked the version and raised it.
      return requests.takeTo(context, requestId, statusId, { reason, version: amountsSaved ? null : version, seen })
    },
    requests.lead,
  ),

  serve(calls.grantException, async (context) => {
    const { requestId, granted, reason, version } = context.body
    const row = await lockDrawn(context, requestId)
    await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
    if (!reason.trim()) refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
    if (row.statusId >= RequestStatus.APPROVED) refuse.conflict('This request is decided.')
    await updateRow(context, ReplacementReserveRequest, requestId, {
      submittedAsException: granted,
      exceptionReason: reason.trim(),
    })
    return requests.detail(context, requestId)
  }),

  serve(calls.adminChangeStatus, (context) => {
    const { requestId, status } = context.params
    return requests.take(context, requestId, 'adminChange', { to: status, reason: context.query.reason })
  }),

  serve(calls.checkForReplacementDuplicates, async (context) => {
    const { itemId, requestId, vendorId, invoiceNumber, invoiceDate = null, amount = null } = context.body
    const claim = { itemId: itemId ?? 0, vendorId, invoiceNumber, invoiceDate, amount }
    return checkDuplicates(context, MODULE, claim, requestId ?? 0)
  }),
  serve(calls.getLedger, async (context) => {
    const account = await accountOf(context, context.params.propertyId)
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
