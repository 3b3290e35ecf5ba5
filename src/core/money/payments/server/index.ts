import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { loadUnpaid } from './due.ts'
import { importRows } from './importing.ts'
import { applyCorrection, applyReissue, applyVoiding, recordPaymentOfRequest } from './recording.ts'

export { isPaid, loadPayments, paidOnSql } from './due.ts'
export type { Payable } from './payables.ts'

/** Every call that the payments module answers. */
export const served: Served[] = [
  serve(calls.getUnpaid, loadUnpaid),
  serve(calls.recordPayment, (context) => recordPaymentOfRequest(context, context.body)),
  serve(calls.correctPayment, (context) => applyCorrection(context, context.body)),
  serve(calls.voidPayment, (context) => applyVoiding(context, context.body)),
  serve(calls.reissuePayment, (context) => applyReissue(context, context.body)),
  serve(calls.importPayments, (context) => importRows(context, context.body.rows)),
]

/**
 * Moves the payments of a vendor to the vendor that replaces it. The payee's name remains as it was
 * written.
 */
export async function replaceVendor(context: AnyContext, from: number, to: number): Promise<void> {
  await context.db.updateTable('payment').set({ vendorId: to }).where('vendorId', '=', from).execute()
}
