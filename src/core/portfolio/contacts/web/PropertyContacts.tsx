import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getByProject, saveProjectContacts } from '../model/calls.ts'
import { getMissingTypes } from '../model/rules.ts'
import { ContactHistory } from './ContactHistory.tsx'
import { contactColumns } from './columns.tsx'
import styles from './contacts.module.css'
import { MissingTypes } from './MissingTypes.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Parts below the contacts of a property; null means the contacts of the caller's own company. */
    contacts: { propertyId: number | null }
  }
}

/** The screen with the contacts of one property, and the parts that other modules add below them. */
export default function PropertyContacts() {
  const { propertyId } = useNumericParams('propertyId')
  const contacts = useCall(getByProject, { params: { propertyId } })
  const mayEdit = useMay(saveProjectContacts, propertyId)
  const present = contacts.filter((line) => line.active).map((line) => line.contactTypeId)
  return (
    <Screen
      title="Contacts"
      breadcrumbs={[{ label: 'Property', to: `/EditProject/${propertyId}` }]}
      actions={
        mayEdit && (
          <Button component={Link} to={`/ContactBulkEdit/${propertyId}`} variant="default">
            Edit contacts
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        <MissingTypes types={getMissingTypes(present)} />
        <DataTable
          caption="Contacts"
          rows={contacts}
          columns={contactColumns}
          rowKey={(line) => line.linkId}
          height="none"
          csvName="contacts"
          empty="Nobody is named yet."
        />
        {Object.values(tabsOn('contacts', { propertyId }))}
        <ContactHistory propertyId={propertyId} />
      </div>
    </Screen>
  )
}
