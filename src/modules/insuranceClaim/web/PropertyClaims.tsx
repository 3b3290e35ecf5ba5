import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { allowModuleRequest } from '#ground/tasks/model/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { keyOf, openPath } from '#review/model/index.ts'
import { Allowed } from '#ui/frame/Allowed.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CLAIM_MODULE, claims } from '../model/claims.ts'
import { claimFacts } from '../model/facts.ts'
import { requests } from '../model/requests.ts'
import { claimColumns, requestColumns } from './columns.ts'

const withoutProperty = <C extends { label: string }>(columns: readonly C[]) =>
  columns.filter(({ label }) => label !== 'Property')
const [ofClaims, ofRequests] = [withoutProperty(claimColumns), withoutProperty(requestColumns)]

/** The claims of one property and their payment requests, with what the agency holds of them. */
export default function PropertyClaims() {
  const { projectId: propertyId } = useNumericParams('projectId')
  const filed = useCall(claims.calls.ofProperty, { params: { propertyId } })
  const filing = useCall(allowModuleRequest, { params: { propertyId, moduleId: CLAIM_MODULE } })
  return (
    <Screen
      title="Insurance claims"
      breadcrumbs={[{ label: 'Insurance claims', to: claimFacts.queue }]}
      actions={
        filing.allowed && (
          <Allowed permission={claimFacts.permission} need="write" propertyId={propertyId}>
            <Button component={Link} to={`/insuranceclaim/view/0/${propertyId}`}>
              New claim
            </Button>
          </Allowed>
        )
      }
    >
      {filing.reasons.length > 0 && (
        <Alert color="blue" title="No claim can be filed here">
          {filing.reasons.join(' ')}
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'Open claims', value: String(filed.filter((one) => one.statusId < 5).length) },
          { label: 'Held by the agency', value: formatMoney(sumMoney(filed.map((one) => one.held))) },
        ]}
      />
      <DataTable
        caption="Claims"
        rows={filed}
        columns={ofClaims}
        rowKey={(line) => keyOf(claims.entity, line)}
        to={(line) => openPath(claims, line)}
        height="none"
        csvName="insurance-claims"
        initialSort={{ sortBy: 'Loss', descending: true }}
        empty="No claims yet."
      />
      <Requests propertyId={propertyId} />
    </Screen>
  )
}

function Requests({ propertyId }: { propertyId: number }) {
  const asked = useCall(requests.calls.ofProperty, { params: { propertyId } })
  if (asked.length === 0) return null
  return (
    <>
      <h2>Payment requests</h2>
      <DataTable
        caption="Payment requests"
        rows={asked}
        columns={ofRequests}
        rowKey={(line) => keyOf(requests.entity, line)}
        to={(line) => openPath(requests, line)}
        height="none"
        csvName="insurance-payment-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
      />
    </>
  )
}
