import type { TabProps } from '#kernel/web/module.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getByCompany, updateCompanyContacts } from '../model/calls.ts'
import { companyTypes, getMissingTypes } from '../model/rules.ts'
import { ContactsForm } from './ContactsForm.tsx'
import { contactColumns } from './columns.tsx'
import styles from './contacts.module.css'
import { MissingTypes } from './MissingTypes.tsx'

/**
 * The tab with the contacts of a management company. `editable` is true for the agency's writers, who set
 * contacts directly.
 */
export default function CompanyContacts({ managementCompanyId, editable }: TabProps['company']) {
  const contacts = useCall(getByCompany, { params: { managementCompanyId } })
  const send = useSend(updateCompanyContacts, { alsoDrops: ['contact'], quiet: true })
  const present = contacts.filter((line) => line.active).map((line) => line.contactTypeId)
  return (
    <div className={styles.panel}>
      <MissingTypes types={getMissingTypes(present, companyTypes)} />
      {editable ? (
        <ContactsForm
          contacts={contacts}
          types={companyTypes}
          save={async (sentContacts) => {
            await send({ body: { managementCompanyId, contacts: sentContacts } })
            notify('The contacts are saved.')
          }}
        />
      ) : (
        <DataTable
          caption="Contacts the company names"
          rows={contacts}
          columns={contactColumns}
          rowKey={(line) => line.linkId}
          height="none"
          csvName="company-contacts"
          empty="The company names no contacts of its own yet."
        />
      )}
    </div>
  )
}
