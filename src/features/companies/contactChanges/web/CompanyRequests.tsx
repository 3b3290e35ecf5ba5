import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { Requests } from './Requests.tsx'

/** The agency's queue of contact change requests of management companies and owner-managers. */
export default function CompanyContactRequests() {
  return (
    <Screen title="Contact changes of companies">
      <AgencyOnly>
        <Requests caption="Contact changes of companies" part="ofCompanies" />
      </AgencyOnly>
    </Screen>
  )
}
