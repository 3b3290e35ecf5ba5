import type pg from 'pg'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio } from '../types.ts'

/** Loads the vendors, including those that wait to be accepted. */
async function load(
  client: pg.ClientBase,
  portfolio: Portfolio,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  const columns = {
    vendor_id: 'integer',
    name: 'text',
    address: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    email: 'text',
    tax_id_last4: 'text',
    w9_date: 'date',
    active: 'boolean',
    new_vendor: 'boolean',
    requested_by: 'integer',
    created_at: 'timestamptz',
  }
  const rows = portfolio.vendors.map((vendor) => ({
    vendor_id: vendor.id,
    name: vendor.name,
    address: '200 Demonstration Way',
    city: vendor.city,
    state: 'MO',
    zip: vendor.zip,
    phone: vendor.phone,
    email: vendor.email,
    tax_id_last4: vendor.taxIdLast4,
    w9_date: vendor.w9Date,
    // A vendor that is not accepted yet cannot be chosen by other companies.
    active: vendor.requestedBy === null,
    new_vendor: vendor.requestedBy !== null,
    requested_by: vendor.requestedBy === null ? null : (users.get(vendor.requestedBy) ?? null),
    created_at: `${portfolio.day}T12:00:00Z`,
  }))
  await insertRows(client, 'vendor', columns, rows)
}

/** Loads the vendors. */
export default {
  after: ['people'],
  load: ({ client, portfolio, users }) => load(client, portfolio, users),
  idColumns: { vendor: 'vendor_id' },
} satisfies DemoPart
