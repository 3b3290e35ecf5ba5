import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isOpen } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getReviewKey, openPath } from '#review/model/index.ts'
import { PropertyScreen } from '#review/web/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CLAIM_MODULE, claims } from '../model/claims.ts'
import { requests } from '../model/requests.ts'
import { claimColumns, requestColumns } from './columns.ts'

const ofRequests = requestColumns.filter(({ label }) => label !== 'Property')

/** The claims of one property and their payment requests, with the amounts that the agency holds. */
export default function PropertyClaims() {
  const { projectId: propertyId } = useNumericParams('projectId')
  const filed = useCall(claims.calls.ofProperty, { params: { propertyId } })
  return (
    <PropertyScreen
      review={claims}
      propertyId={propertyId}
      moduleId={CLAIM_MODULE}
      title="Insurance claims"
      columns={claimColumns}
      sortBy="Loss"
      below={<Requests propertyId={propertyId} />}
    >
      <Facts
        facts={[
          { label: 'Open claims', value: String(filed.filter((item) => isOpen(item.statusId)).length) },
          { label: 'Held by the agency', value: formatMoney(sumMoney(filed.map((item) => item.held))) },
        ]}
      />
    </PropertyScreen>
  )
}

function Requests({ propertyId }: { propertyId: number }) {
  const call = useCall(requests.calls.ofProperty, { params: { propertyId } })
  if (call.length === 0) return null
  return (
    <>
      <h2>Payment requests</h2>
      <DataTable
        caption="Payment requests"
        rows={call}
        columns={ofRequests}
        rowKey={(line) => getReviewKey(requests.entity, line)}
        to={(line) => openPath(requests, line)}
        height="none"
        csvName="insurance-payment-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
      />
    </>
  )
}
