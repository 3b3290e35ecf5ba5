import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { getCompanyRequests } from '../model/calls.ts'
import { RequestQueue } from './RequestQueue.tsx'

/** The agency's queue of contact changes of management companies and owner-managers. */
export default function CompanyContactRequests() {
  return (
    <Screen title="Contact changes of companies">
      <AgencyOnly>
        <Requests />
      </AgencyOnly>
    </Screen>
  )
}

function Requests() {
  const rows = useCall(getCompanyRequests, { params: { managementCompanyId: 0 } })
  return <RequestQueue caption="Contact changes of companies" rows={rows} csvName="contact-changes-of-companies" />
}
