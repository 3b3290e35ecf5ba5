import { useState } from 'react'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { getByProject, saveProjectContacts } from '../model/calls.ts'
import { contactTypes, getMissingTypes } from '../model/rules.ts'
import { ContactsForm } from './ContactsForm.tsx'
import styles from './contacts.module.css'
import { MissingTypes } from './MissingTypes.tsx'
import { ReplacePerson } from './ReplacePerson.tsx'
import type { ContactLine } from './types.ts'

/** The screen on which the agency edits all contacts of a property, or replaces a person everywhere. */
export default function ContactBulkEdit() {
  const { propertyId } = useNumericParams('propertyId')
  // Loaded for every role, so that an invisible property is reported as not found.
  const contacts = useCall(getByProject, { params: { propertyId } })
  const [view, setView] = useState('This property')
  return (
    <Screen
      title="Edit contacts"
      breadcrumbs={[
        { label: 'Contacts of the property', to: `/ChangeRequestContactListProperty/${propertyId}` },
      ]}
    >
      <AgencyOnly>
        <Tabs
          label="What to edit"
          value={view}
          onChange={setView}
          tabs={[{ label: 'This property' }, { label: 'Replace a person' }]}
        >
          {view === 'This property' ? (
            <EditContacts propertyId={propertyId} contacts={contacts} />
          ) : (
            <ReplacePerson contacts={contacts} />
          )}
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}

function EditContacts({ propertyId, contacts }: { propertyId: number; contacts: readonly ContactLine[] }) {
  const send = useSend(saveProjectContacts, { alsoDrops: ['projects', 'contactchangerequest'], quiet: true })
  const present = contacts.filter((line) => line.active).map((line) => line.contactTypeId)
  return (
    <div className={styles.panel}>
      <p className={styles.note}>
        Details of the same person change wherever the person is named. Who is removed here stays at other
        properties.
      </p>
      <MissingTypes types={getMissingTypes(present)} />
      <ContactsForm
        contacts={contacts}
        types={contactTypes}
        save={async (body) => {
          await send({ params: { propertyId }, body })
          notify('The contacts are saved.')
        }}
      />
    </div>
  )
}
