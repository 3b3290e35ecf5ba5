import { checkDuplicates } from '#ground/invoices/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
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
      const { statusId, approvedAmounts, reason, version, requestId = context.body.id ?? 0 } = context.body
      const amountsSaved = approvedAmounts?.length
        ? await saveAmountsWithStep(context, requestId, version, approvedAmounts)
        : false
      // Saving the amounts has checked the version and raised it.
      return requests.takeTo(context, requestId, statusId, { reason, version: amountsSaved ? null : version })
    },
    requests.lead,
  ),

  serve(calls.adminChangeStatus, (context) => {
    const { requestId, status } = context.params
    return requests.take(context, requestId, 'adminChange', { to: status, reason: context.query.reason })
  }),

  serve(calls.recordPayment, async (context) => {
    const { requestId, paidDate, checkNumber, version } = context.body
    const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
    await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
    if (row.statusId !== 5) refuse.conflict('Only an approved request is paid.')
    if (!paidDate) refuse.invalid([{ field: 'paidDate', message: 'Required' }])
    if (paidDate && paidDate > context.settings.today())
      refuse.invalid([{ field: 'paidDate', message: 'The date lies in the future.' }])
    await context.db
      .updateTable('replacementReserveRequest')
      .set({ paidDate, paymentCheckNumber: checkNumber, version: row.version + 1 })
      .where('replacementReserveRequestId', '=', requestId)
      .execute()
    return requests.detail(context, requestId)
  }),
  serve(calls.checkForReplacementDuplicates, async (context) => {
    const { itemId, vendorId, invoiceNumber, invoiceDate, amount } = context.body
    return checkDuplicates(context, MODULE, {
      itemId: itemId ?? 0,
      vendorId,
      invoiceNumber,
      invoiceDate: invoiceDate ?? null,
      amount: amount ?? null,
    })
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
