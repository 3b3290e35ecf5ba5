import { ContactTools } from '#ground/contacts/web/index.ts'
import { contactTypeLabels } from '#ground/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import styles from './property.module.css'
import type { Detail } from './types.ts'

const col = columns<Detail['contacts'][number]>()
const listed = [
  col.text('Contact', (contact) => contact.name, { width: 200 }),
  col.text('Type', (contact) => contactTypeLabels[contact.contactTypeId], { width: 180 }),
  col.text('Company', (contact) => contact.company, { width: 240 }),
  col.text('Phone', (contact) => formatPhone(contact.phone), { width: 140 }),
  col.text('E-mail', (contact) => contact.email, { width: 260 }),
  col.bool('Lead referral agency', (contact) => contact.leadReferralAgency || null, { width: 110 }),
]

/** Whom to ask about a property. */
export function Contacts({ detail, editable }: { detail: Detail; editable: boolean }) {
  const contactTypeIds = detail.contacts.map((contact) => contact.contactTypeId)
  return (
    <div className={styles.panel}>
      <ContactTools propertyId={detail.propertyId} contactTypeIds={contactTypeIds} editable={editable} />
      <DataTable
        caption="Contacts"
        rows={detail.contacts}
        columns={listed}
        rowKey={(contact) => contact.propertyContactId}
        height="none"
        csvName="contacts"
        empty="No contacts yet."
      />
    </div>
  )
}
