import { useState } from 'react'
import { Duplicates } from '#ground/contacts/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { getPropertyRequests } from '../model/calls.ts'
import { RequestQueue } from './RequestQueue.tsx'

/** The agency's queue of contact changes of properties, and the contacts that are double. */
export default function PropertyContactRequests() {
  const [view, setView] = useState('Requests')
  return (
    <Screen title="Contact changes of properties">
      <AgencyOnly>
        <Tabs
          label="View"
          value={view}
          onChange={setView}
          tabs={[{ label: 'Requests' }, { label: 'Duplicate contacts' }]}
        >
          {view === 'Requests' ? <Requests /> : <Duplicates />}
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}

function Requests() {
  const rows = useCall(getPropertyRequests, { params: { propertyId: 0 } })
  return <RequestQueue caption="Contact changes of properties" rows={rows} csvName="contact-changes-of-properties" />
}
