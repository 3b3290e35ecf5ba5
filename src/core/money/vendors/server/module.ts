import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { Vendor } from '../model/entities.ts'
import { served } from './index.ts'
import { searchable } from './search.ts'

/** The agency's to-do for each vendor that a company asked for. */
const requestedVendors: ToDoSource = {
  kind: 'vendor.new',
  label: 'New vendor',
  act: 'Decide',
  waitsFor: 'agency',
  rows: () => sql`select v.vendor_id, null::integer, u.management_company_id, null::text, v.name, null::date,
    v.created_at,
      '/VendorList?view=New%20vendors'
    from vendor v left join app_user u on u.user_id = v.requested_by where v.new_vendor`,
}

export default {
  entities: [Vendor],
  served,
  toDos: [requestedVendors],
  searchable: [searchable],
  mailedChanges: [
    {
      table: 'vendor',
      kind: 'Payees',
      title: 'vendor',
      subject: { text: ({ name }) => `Vendor ${String(name)}` },
      columns: {
        name: { label: 'Name' },
        doing_business_as: { label: 'Doing business as' },
        address: { label: 'Address' },
        city: { label: 'City' },
        state: { label: 'State' },
        zip: { label: 'ZIP' },
        email: { label: 'E-mail' },
        tax_id_last4: { label: 'Tax number', kind: 'secret' },
        w9_date: { label: 'Form W-9 of' },
        active: { label: 'Active', kind: 'flag' },
      },
    },
  ],
  files: [
    { id: 11, name: 'Vendor', key: null, agencyOnly: true, record: { table: 'vendor', key: 'vendor_id' } },
  ],
} satisfies ServerModule
