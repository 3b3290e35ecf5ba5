import { useState } from 'react'
import { Duplicates } from '#core/portfolio/contacts/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Requests } from './Requests.tsx'

/**
 * The screen of contact change requests: for the agency the queue of properties and the duplicate contacts,
 * for a company its own requests.
 */
export default function PropertyContactRequests() {
  const [view, setView] = useState('Requests')
  const agency = useIsAgency()
  if (!agency)
    return (
      <Screen title="Contact changes">
        <Requests caption="Contact changes asked for" />
      </Screen>
    )
  return (
    <Screen title="Contact changes of properties">
      <Tabs
        label="View"
        value={view}
        onChange={setView}
        tabs={[{ label: 'Requests' }, { label: 'Duplicate contacts' }]}
      >
        {view === 'Requests' ? (
          <Requests caption="Contact changes of properties" part="ofProperties" />
        ) : (
          <Duplicates />
        )}
      </Tabs>
    </Screen>
  )
}
