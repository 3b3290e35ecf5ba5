import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { PropertyScreen } from '#engines/review/web/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isOpen } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CLAIM_MODULE, claims } from '../model/claims.ts'
import { requests } from '../model/requests.ts'
import { claimColumns, requestColumns } from './columns.ts'

const propertyRequestColumns = requestColumns.filter(({ label }) => label !== 'Property')

/** The screen of one property’s claims and payment requests, with the amount that the agency holds. */
export default function PropertyClaims() {
  const { projectId: propertyId } = useNumericParams('projectId')
  const claimLines = useCall(claims.calls.ofProperty, { params: { propertyId } })
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
          { label: 'Open claims', value: String(claimLines.filter((item) => isOpen(item.statusId)).length) },
          { label: 'Held by the agency', value: formatMoney(sumMoney(claimLines.map((item) => item.held))) },
        ]}
      />
    </PropertyScreen>
  )
}

function Requests({ propertyId }: { propertyId: number }) {
  const requestLines = useCall(requests.calls.ofProperty, { params: { propertyId } })
  if (requestLines.length === 0) return null
  return (
    <>
      <h2>Payment requests</h2>
      <DataTable
        caption="Payment requests"
        rows={requestLines}
        columns={propertyRequestColumns}
        rowKey={(line) => getReviewKey(requests.entity, line)}
        to={(line) => openPath(requests, line)}
        height="none"
        csvName="insurance-payment-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
      />
    </>
  )
}
