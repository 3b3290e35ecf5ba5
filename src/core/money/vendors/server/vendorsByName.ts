import type { AnyContext } from '#kernel/server/serve.ts'
import { loadKnownVendors } from './import.ts'

/** A vendor that was found by its name. `newVendor` is true until the agency puts it on the list. */
export type NamedVendor = { vendorId: number; newVendor: boolean }

/** Finds the vendors with these names that the caller may see, by name. */
export async function findVendorsByName(
  context: AnyContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedVendor>> {
  if (names.length === 0) return new Map()
  const vendorIndex = await loadKnownVendors(context)
  return new Map(
    names.flatMap((name): [string, NamedVendor][] => {
      const vendor = vendorIndex.find({ name })
      return vendor ? [[name, { vendorId: vendor.vendorId, newVendor: !vendor.active }]] : []
    }),
  )
}

/** Requests a vendor that is not on the list. The agency decides on it. */
export async function requestVendor(context: AnyContext, name: string): Promise<NamedVendor> {
  const { vendorId } = await context.db
    .insertInto('vendor')
    .values({ name, newVendor: true, active: false, requestedBy: context.actor.userId })
    .returning('vendorId')
    .executeTakeFirstOrThrow()
  return { vendorId, newVendor: true }
}
