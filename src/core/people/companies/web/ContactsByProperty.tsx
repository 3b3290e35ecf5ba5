import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type ContactLine, getCompanyContacts } from '../model/calls.ts'

const col = columns<ContactLine>()
const contactColumns = [
  col.text('Contact', (contact) => contact.name, { width: 230 }),
  col.text('Types', (contact) => contact.contactTypeIds.map((type) => contactTypeLabels[type]).join(', '), {
    wrap: true,
  }),
  col.text('Title', (contact) => contact.title, { lesser: true }),
  col.text('Phone', (contact) => formatPhone(contact.phone), { width: 150 }),
  col.text('E-mail', (contact) => contact.email, { width: 280 }),
  col.number('Properties', (contact) => contact.propertyCount, { width: 105 }),
]

/** The contacts at the properties that a company runs. */
export function ContactsByProperty({ companyId }: { companyId: number }) {
  return (
    <>
      <h2>Contacts by property</h2>
      <DataTable
        caption="Contacts of the company"
        rows={useCall(getCompanyContacts, { params: { managementCompanyId: companyId } })}
        columns={contactColumns}
        rowKey={(contact) => contact.contactId}
        height="none"
        csvName="company-contacts"
        empty="Nobody is named on the properties of the company."
      />
    </>
  )
}
