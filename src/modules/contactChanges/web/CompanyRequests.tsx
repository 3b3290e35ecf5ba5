import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import type { Line } from '../model/requests.ts'
import { isOfProperty, Requests } from './Requests.tsx'

const isOfCompany = (line: Line): boolean => !isOfProperty(line)

/** The agency's queue of contact changes of management companies and owner-managers. */
export default function CompanyContactRequests() {
  return (
    <Screen title="Contact changes of companies">
      <AgencyOnly>
        <Requests caption="Contact changes of companies" which={isOfCompany} />
      </AgencyOnly>
    </Screen>
  )
}
