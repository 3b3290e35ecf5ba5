import { sql } from 'kysely'
import { findVendorsByName, requestVendor } from '#core/money/vendors/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ClaimingRecord, claimInvoices, getItemTables, getNumber, type ItemKind } from './items.ts'

type VendorFields = { vendorId?: number | null | undefined; newVendorName?: string | null | undefined }

/**
 * Returns items as they are stored. A typed vendor name that is on the list is replaced by the vendor’s id.
 */
export async function resolveVendors<T extends VendorFields>(context: AnyContext, items: readonly T[]) {
  const getNewName = (item: T) => (item.vendorId ? '' : (item.newVendorName?.trim() ?? ''))
  const vendorsByName = await findVendorsByName(context, [
    ...new Set(items.map(getNewName).filter((name) => name !== '')),
  ])
  return items.map((item) => {
    const name = getNewName(item)
    if (name === '') return item.vendorId ? { ...item, newVendorName: null } : item
    const vendor = vendorsByName.get(name)
    return vendor
      ? { ...item, ...vendor, newVendorName: null }
      : { ...item, newVendor: true, newVendorName: name }
  })
}

/** SQL: the names of vendors in a request’s items that are not on the list. */
export function newVendorNamesSql(kind: ItemKind, row: object) {
  const { items, request } = getItemTables(kind)
  return sql<{ name: string }>`select new_vendor_name as name from ${items}
    where ${request} = ${getNumber(row, kind.review.entity.key)} and vendor_id is null
    and new_vendor_name is not null order by 1`
}

/**
 * Requests each vendor that items name and that is not on the list, once, sets the vendor in the items, and
 * registers their invoices as claims.
 */
export async function requestNewVendors(
  context: AnyContext,
  kind: ItemKind,
  row: ClaimingRecord,
): Promise<void> {
  const { items, request } = getItemTables(kind)
  const result = await newVendorNamesSql(kind, row).execute(context.db)
  for (const name of new Set(result.rows.map((row) => row.name))) {
    const namedVendor = (await findVendorsByName(context, [name])).get(name)
    const { vendorId, newVendor } = namedVendor ?? (await requestVendor(context, name))
    await sql`update ${items} set vendor_id = ${vendorId}, new_vendor = ${newVendor}, new_vendor_name = null
      where ${request} = ${getNumber(row, kind.review.entity.key)} and vendor_id is null
      and new_vendor_name = ${name}`.execute(context.db)
  }
  await claimInvoices(context, kind, row)
}
