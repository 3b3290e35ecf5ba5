import { PropertyTable, propertyColumns } from '#core/portfolio/properties/web/index.ts'
import { Queue as RecordQueue } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { claims } from '../model/claims.ts'
import { requests } from '../model/requests.ts'
import { claimColumns, requestColumns } from './columns.ts'

const col = columns<Answer<typeof getPropertyList>[number]>()
const getListPath = (propertyId: number) => `/insuranceclaim/list/${propertyId}`
const queueColumns = propertyColumns(getListPath, [
  col.number('Claims', (row) => row.claims, { total: true, width: 85 }),
  col.number('Open', (row) => row.openClaims, { total: true, width: 80 }),
  col.money('Held', (row) => row.held, { total: true, width: 140 }),
  col.date('Last loss', (row) => row.lastLoss, { width: 110 }),
])

const Properties = () => (
  <PropertyTable
    caption="Properties with insurance claims"
    rows={useCall(getPropertyList, {})}
    columns={queueColumns}
    to={getListPath}
    csvName="insurance-claims-by-property"
    empty="No property that is open to you has had a claim."
  />
)

/**
 * The work queue of all claims and payment requests in scope, and a list of the properties with claims.
 */
export default function Queue() {
  return (
    <Screen title="Insurance claims">
      <Views
        views={{
          Claims: (
            <RecordQueue
              review={claims}
              pages={{ columns: claimColumns }}
              empty="No claims yet. Open a property to report a loss."
            />
          ),
          'Payment requests': (
            <RecordQueue
              review={requests}
              pages={{ columns: requestColumns }}
              empty="No payment requests yet. They are begun from their claim."
            />
          ),
          Properties: <Properties />,
        }}
      />
    </Screen>
  )
}
