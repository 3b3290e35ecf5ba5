import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useIsAgency, useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyRequests } from '../model/calls.ts'
import { getByProject } from '../model/contactCalls.ts'
import { missingTypes } from '../model/rules.ts'
import { ContactHistory } from './ContactHistory.tsx'
import { contactColumns, ownColumns, ownPath, ownTabs, queueColumns } from './columns.tsx'
import styles from './contacts.module.css'
import { MissingTypes } from './MissingTypes.tsx'
import { reviewPath } from './words.ts'

/** The contacts of one property and the changes asked for. */
export default function PropertyContacts() {
  const { propertyId } = useNumericParams('propertyId')
  const contacts = useCall(getByProject, { params: { propertyId } })
  const requests = useCall(getPropertyRequests, { params: { propertyId } })
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const held = contacts.filter((line) => line.active).map((line) => line.contactTypeId)
  return (
    <Screen
      title="Contacts of the property"
      breadcrumbs={[{ label: 'Property', to: `/EditProject/${propertyId}` }]}
      actions={
        !readOnly && (
          <>
            {agency && (
              <Button component={Link} to={`/ContactBulkEdit/${propertyId}`} variant="default">
                Edit contacts
              </Button>
            )}
            <Button component={Link} to={`/ManagementContactChangeRequest/0/${propertyId}`}>
              Ask for a change
            </Button>
          </>
        )
      }
    >
      <div className={styles.panel}>
        <MissingTypes types={missingTypes(held)} />
        <DataTable
          caption="Contacts"
          rows={contacts}
          columns={contactColumns}
          rowKey={(line) => line.linkId}
          height="none"
          csvName="contacts"
          empty="Nobody is named yet."
        />
        <h2>Change requests</h2>
        <DataTable
          caption="Contact changes asked for"
          rows={requests}
          columns={agency ? queueColumns : ownColumns}
          rowKey={(line) => line.contactChangeRequestId}
          to={agency ? reviewPath : ownPath}
          tabs={ownTabs}
          height="none"
          csvName="contact-changes"
          empty="No contact change was asked for yet."
        />
        <ContactHistory propertyId={propertyId} contacts={contacts} />
      </div>
    </Screen>
  )
}
