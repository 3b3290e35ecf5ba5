import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { findSchemaFaults } from '#kernel/server/shape.ts'
import { ImportedVendor } from '../model/entities.ts'
import { getVendorLabel, importedFields, readVendorRow, unknownColumns } from '../model/importRow.ts'
import { KnownVendors, type VendorIdentity } from '../model/sameVendor.ts'
import { colleagues } from './lists.ts'

type Known = VendorIdentity & { vendorId: number; active: boolean }

/**
 * Loads the vendors that the caller may match: all for the agency; for a company the active ones and its own
 * requested ones. Locks out other additions until this transaction ends.
 */
export async function knownVendors(context: AnyContext): Promise<KnownVendors<Known & { row?: number }>> {
  await sql`select pg_advisory_xact_lock(hashtext('vendor'))`.execute(context.db)
  const result = await sql<Known>`select vendor_id, name, zip, tax_id_last4, active from vendor
    where active or ${isAgency(context.actor)} or requested_by in ${colleagues(context)}`.execute(context.db)
  return new KnownVendors(result.rows)
}

/** The vendor on the list that this one is taken for. */
export async function knownVendor(context: AnyContext, vendor: VendorIdentity): Promise<Known | undefined> {
  return (await knownVendors(context)).find(vendor)
}

/** The message about a vendor that is there already. */
export const onTheList = (existing: Known): string =>
  `${existing.name} is on the list already (vendor ${existing.vendorId}${existing.active ? '' : ', not active'}).`

/**
 * Stores all rows in one statement, or none: every fault of every row is reported with its row number,
 * counted from 1 (422). A row that is on the list, or repeated among the rows, is a fault. Returns the number
 * of stored rows.
 */
export async function importRows(
  context: AnyContext,
  rows: readonly Record<string, unknown>[],
): Promise<number> {
  refuseWrongColumns(rows)
  const vendorIndex = await knownVendors(context)
  const faults: Fault[] = []
  const vendors: ImportedVendor[] = []
  rows.forEach((row, index) => {
    const read = readVendorRow(row)
    const report = ({ field, message }: Fault) =>
      faults.push({
        field: field ? `${index}.${field}` : `${index}`,
        message: `Row ${index + 1}: ${message}`,
      })
    if (!read.success) {
      findSchemaFaults(ImportedVendor, read.error.issues).forEach(report)
      return
    }
    const twin = vendorIndex.find(read.data)
    if (twin)
      report({
        field: 'name',
        message: twin.row ? `${read.data.name} is already in row ${twin.row}.` : onTheList(twin),
      })
    else vendorIndex.add({ ...read.data, vendorId: 0, active: true, row: index + 1 })
    vendors.push(read.data)
  })
  if (faults.length > 0) refuse.rule('Nothing was imported. Correct these rows and import again.', faults)
  await insert(context, vendors)
  return vendors.length
}

/** The most unknown columns that a refusal names. */
const MOST_NAMED = 10

/** That a sheet holds something else is reported once, not in every row. */
function refuseWrongColumns(rows: readonly Record<string, unknown>[]): void {
  const unknown = unknownColumns(rows)
  if (unknown.length === 0) return
  const message = `Unknown columns: ${unknown.slice(0, MOST_NAMED).join(', ')}. Known are ${importedFields.map(getVendorLabel).join(', ')}.`
  refuse.invalid([{ field: '', message }])
}

async function insert(context: AnyContext, vendors: readonly ImportedVendor[]): Promise<void> {
  await sql`insert into vendor (name, doing_business_as, address, city, state, zip, phone, email,
    tax_id_last4, w9_date, active)
    select name, "doingBusinessAs", address, city, state, zip, phone, email, "taxIdLast4", "w9Date",
    coalesce(active, true)
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as r(name text, "doingBusinessAs" text,
    address text,
      city text, state text, zip text, phone text, email text, "taxIdLast4" text, "w9Date" date,
      active boolean)`.execute(context.db)
}
