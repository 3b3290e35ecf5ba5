import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { findSchemaFaults } from '#kernel/server/shape.ts'
import { ImportedVendor } from '../model/entities.ts'
import { findUnknownColumns, getVendorLabel, importedFields, readVendorRow } from '../model/importRow.ts'
import { KnownVendors, type VendorIdentity } from '../model/sameVendor.ts'
import { colleagueIdsSql } from './lists.ts'

type KnownVendor = VendorIdentity & { vendorId: number; active: boolean }

/**
 * Loads the vendors that the caller may match: the agency all, a company the active ones and those its own
 * people requested. Blocks other additions until this transaction ends.
 */
export async function loadKnownVendors(
  context: AnyContext,
): Promise<KnownVendors<KnownVendor & { row?: number }>> {
  await sql`select pg_advisory_xact_lock(hashtext('vendor'))`.execute(context.db)
  const result = await sql<KnownVendor>`select vendor_id, name, zip, tax_id_last4, active from vendor
    where active or ${isAgency(context.actor)} or requested_by in ${colleagueIdsSql(context)}`.execute(
    context.db,
  )
  return new KnownVendors(result.rows)
}

/** Finds the vendor on the list that is the same as this one. */
export async function findKnownVendor(
  context: AnyContext,
  vendor: VendorIdentity,
): Promise<KnownVendor | undefined> {
  return (await loadKnownVendors(context)).find(vendor)
}

/** The message for a vendor that is already on the list. */
export const getOnListMessage = (existing: KnownVendor): string =>
  `${existing.name} is on the list already (vendor ${existing.vendorId}${existing.active ? '' : ', not active'}).`

/**
 * Stores all rows in one statement, or none. Every fault of every row is reported with its row number,
 * counted from 1 (422). A row is also a fault if it is on the list already or occurs twice. Returns the
 * number of stored rows.
 */
export async function importRows(
  context: AnyContext,
  rows: readonly Record<string, unknown>[],
): Promise<number> {
  refuseWrongColumns(rows)
  const vendorIndex = await loadKnownVendors(context)
  const faults: Fault[] = []
  const vendors: ImportedVendor[] = []
  rows.forEach((row, index) => {
    const parsed = readVendorRow(row)
    const report = ({ field, message }: Fault) =>
      faults.push({
        field: field ? `${index}.${field}` : `${index}`,
        message: `Row ${index + 1}: ${message}`,
      })
    if (!parsed.success) {
      findSchemaFaults(ImportedVendor, parsed.error.issues).forEach(report)
      return
    }
    const duplicate = vendorIndex.find(parsed.data)
    if (duplicate)
      report({
        field: 'name',
        message: duplicate.row
          ? `${parsed.data.name} is already in row ${duplicate.row}.`
          : getOnListMessage(duplicate),
      })
    else vendorIndex.add({ ...parsed.data, vendorId: 0, active: true, row: index + 1 })
    vendors.push(parsed.data)
  })
  if (faults.length > 0) refuse.rule('Nothing was imported. Correct these rows and import again.', faults)
  await insertVendors(context, vendors)
  return vendors.length
}

/** The greatest number of unknown columns that a refusal lists. */
const MAX_LISTED = 10

/** Refuses a sheet with unknown columns once, instead of in every row. */
function refuseWrongColumns(rows: readonly Record<string, unknown>[]): void {
  const unknown = findUnknownColumns(rows)
  if (unknown.length === 0) return
  const message = `Unknown columns: ${unknown.slice(0, MAX_LISTED).join(', ')}. Known are ${importedFields.map(getVendorLabel).join(', ')}.`
  refuse.invalid([{ field: '', message }])
}

async function insertVendors(context: AnyContext, vendors: readonly ImportedVendor[]): Promise<void> {
  await sql`insert into vendor (name, doing_business_as, address, city, state, zip, phone, email,
    tax_id_last4, w9_date, active)
    select name, "doingBusinessAs", address, city, state, zip, phone, email, "taxIdLast4", "w9Date",
    coalesce(active, true)
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as r(name text, "doingBusinessAs" text,
    address text,
      city text, state text, zip text, phone text, email text, "taxIdLast4" text, "w9Date" date,
      active boolean)`.execute(context.db)
}
