import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Vendor } from '../model/entities.ts'

type VendorRow = Row<typeof Vendor>

/** Changes a module's references from one vendor to another, in the request's transaction. */
export type ReplaceVendor = (context: AnyContext, fromVendorId: number, toVendorId: number) => Promise<void>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Called when one vendor replaces another. */
    vendorReplaced?: ReplaceVendor
  }
}

const getReplaceHandlers = slot('vendorReplaced')

async function lockWaitingVendor(context: AnyContext, vendorId: number): Promise<VendorRow> {
  const vendor = await lockRow(context, Vendor, vendorId)
  if (!vendor.newVendor)
    refuse.conflict(`${vendor.name} is not waiting for a decision; somebody may have decided already.`)
  return vendor
}

const storeDecision = (context: AnyContext, vendorId: number, active: boolean): Promise<VendorRow> =>
  context.db
    .updateTable('vendor')
    .set({ newVendor: false, active })
    .where('vendorId', '=', vendorId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Puts a requested vendor on the list. Refuses with 409 if it was decided before. */
export async function approveVendor(context: AnyContext, vendorId: number): Promise<VendorRow> {
  await lockWaitingVendor(context, vendorId)
  return storeDecision(context, vendorId, true)
}

/**
 * Keeps a requested vendor off the list. With a replacement, which must be active (422), every module
 * changes its references to it. Without one, items still name the inactive vendor.
 */
export async function rejectVendor(
  context: AnyContext,
  vendorId: number,
  replacementId: number | null | undefined,
): Promise<VendorRow> {
  await lockWaitingVendor(context, vendorId)
  if (replacementId) {
    const replacement = await lockRow(context, Vendor, replacementId)
    if (!replacement.active || replacementId === vendorId)
      refuse.rule('There is a problem', [
        { field: 'replacementVendorId', message: 'Choose an active vendor instead.' },
      ])
    for (const change of getReplaceHandlers()) await change(context, vendorId, replacementId)
  }
  return storeDecision(context, vendorId, false)
}
