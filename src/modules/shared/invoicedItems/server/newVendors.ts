import { sql } from 'kysely'
import { askForVendor, vendorsNamed } from '#ground/money/vendors/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type Claiming, claimInvoices, getInvoicedItemNames, type ItemsOf, numberIn } from './items.ts'

type Named = { vendorId?: number | null | undefined; newVendorName?: string | null | undefined }

/** Items as they are stored: a vendor that was typed and is known after all is named by its id. */
export async function withKnownVendors<T extends Named>(context: AnyContext, items: readonly T[]) {
  const getNewName = (item: T) => (item.vendorId ? '' : (item.newVendorName?.trim() ?? ''))
  const readonlyMap = await vendorsNamed(context, [
    ...new Set(items.map(getNewName).filter((name) => name !== '')),
  ])
  return items.map((item) => {
    const name = getNewName(item)
    if (name === '') return item.vendorId ? { ...item, newVendorName: null } : item
    const vendor = readonlyMap.get(name)
    return vendor
      ? { ...item, ...vendor, newVendorName: null }
      : { ...item, newVendor: true, newVendorName: name }
  })
}

/** The vendors that a request's items name and that are not on the list, by their names. */
export function newVendorNames(kind: ItemsOf, row: object) {
  const { items, request } = getInvoicedItemNames(kind)
  return sql<{ name: string }>`select new_vendor_name as name from ${items}
    where ${request} = ${numberIn(row, kind.review.entity.key)} and vendor_id is null
    and new_vendor_name is not null order by 1`
}

/**
 * Asks for the vendors that items name and that are not on the list, once each, and claims their invoices.
 */
export async function askForVendors(context: AnyContext, kind: ItemsOf, row: Claiming): Promise<void> {
  const { items, request } = getInvoicedItemNames(kind)
  const result = await newVendorNames(kind, row).execute(context.db)
  for (const name of new Set(result.rows.map((row) => row.name))) {
    const namedVendor = (await vendorsNamed(context, [name])).get(name)
    const { vendorId, newVendor } = namedVendor ?? (await askForVendor(context, name))
    await sql`update ${items} set vendor_id = ${vendorId}, new_vendor = ${newVendor}, new_vendor_name = null
      where ${request} = ${numberIn(row, kind.review.entity.key)} and vendor_id is null
      and new_vendor_name = ${name}`.execute(context.db)
  }
  await claimInvoices(context, kind, row)
}
