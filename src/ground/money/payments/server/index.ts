import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { unpaid } from './due.ts'
import { importRows } from './importing.ts'
import { correct, record, reissue, voided } from './recording.ts'

export { isPaid, loadPayments, paidOnSql } from './due.ts'
export type { Payable } from './payables.ts'

/** Every call that the payments module answers. */
export const served: Served[] = [
  serve(calls.getUnpaid, unpaid),
  serve(calls.recordPayment, (context) => record(context, context.body)),
  serve(calls.correctPayment, (context) => correct(context, context.body)),
  serve(calls.voidPayment, (context) => voided(context, context.body)),
  serve(calls.reissuePayment, (context) => reissue(context, context.body)),
  serve(calls.importPayments, (context) => importRows(context, context.body.rows)),
]

/**
 * Moves the payments of a vendor to the vendor that replaces it. The payee's name remains as it was
 * written.
 */
export async function changeVendor(context: AnyContext, from: number, to: number): Promise<void> {
  await context.db.updateTable('payment').set({ vendorId: to }).where('vendorId', '=', from).execute()
}
