import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { PropertyDetail } from './types.ts'

const col = columns<PropertyDetail['contacts'][number]>()
const contactColumns = [
  col.text('Contact', (contact) => contact.name, { width: 200 }),
  col.text('Type', (contact) => contactTypeLabels[contact.contactTypeId], { width: 180 }),
  col.text('Company', (contact) => contact.company, { width: 240 }),
  col.text('Phone', (contact) => formatPhone(contact.phone), { width: 140 }),
  col.text('E-mail', (contact) => contact.email, { width: 260 }),
  col.bool('Lead referral agency', (contact) => contact.leadReferralAgency || null, { width: 110 }),
]

/** The table of a property's contacts. */
export function Contacts({ detail }: { detail: PropertyDetail }) {
  return (
    <DataTable
      caption="Contacts"
      rows={detail.contacts}
      columns={contactColumns}
      rowKey={(contact) => contact.propertyContactId}
      height="none"
      csvName="contacts"
      empty="No contacts yet."
    />
  )
}
