import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Vendor } from '../model/entities.ts'

type VendorRow = Row<typeof Vendor>

/** Moves a module's references from one vendor to another, in the request's transaction. */
export type VendorReplaced = (context: AnyContext, fromVendorId: number, toVendorId: number) => Promise<void>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Called when one vendor replaces another. */
    vendorReplaced?: VendorReplaced
  }
}

const replaced = slot('vendorReplaced')

async function waiting(context: AnyContext, vendorId: number): Promise<VendorRow> {
  const vendor = await lockRow(context, Vendor, vendorId)
  if (!vendor.newVendor)
    refuse.conflict(`${vendor.name} is not waiting for a decision; somebody may have decided already.`)
  return vendor
}

const decide = (context: AnyContext, vendorId: number, active: boolean): Promise<VendorRow> =>
  context.db
    .updateTable('vendor')
    .set({ newVendor: false, active })
    .where('vendorId', '=', vendorId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Puts a requested vendor on the list; 409 when it was decided before. */
export async function approve(context: AnyContext, vendorId: number): Promise<VendorRow> {
  await waiting(context, vendorId)
  return decide(context, vendorId, true)
}

/**
 * Keeps a requested vendor off the list. With a replacement, which must be active (422), every module changes
 * what names the rejected one; without, items keep naming an inactive vendor.
 */
export async function reject(
  context: AnyContext,
  vendorId: number,
  replacementId: number | null | undefined,
): Promise<VendorRow> {
  await waiting(context, vendorId)
  if (replacementId) {
    const replacement = await lockRow(context, Vendor, replacementId)
    if (!replacement.active || replacementId === vendorId)
      refuse.rule('There is a problem', [
        { field: 'replacementVendorId', message: 'Choose an active vendor instead.' },
      ])
    for (const change of replaced()) await change(context, vendorId, replacementId)
  }
  return decide(context, vendorId, false)
}
