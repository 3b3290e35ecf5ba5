import { PropertyTable, propertyColumns } from '#core/portfolio/properties/web/index.ts'
import { Queue as RequestQueue } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { operatingRequests } from '../model/operating.ts'
import { queueColumns } from './columns.ts'

/** The work queue of all operating reserve requests in scope, and a list of the properties with balances. */
export default function Queue() {
  return (
    <Screen title="Operating reserve">
      <Views
        views={{
          Requests: <RequestQueue review={operatingRequests} pages={{ columns: queueColumns }} />,
          'Properties and balances': <Properties />,
        }}
      />
    </Screen>
  )
}

const col = columns<Answer<typeof getPropertyList>[number]>()
const getListPath = (propertyId: number) => `/OperatingReserveList/${propertyId}`
const balanceColumns = propertyColumns(getListPath, [
  col.money('Balance', (row) => row.balance, { total: true, width: 140 }),
  col.number('Open requests', (row) => row.openRequests, { total: true, width: 120 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 120 }),
])

const Properties = () => (
  <PropertyTable
    caption="Properties with a reserve for running costs"
    rows={useCall(getPropertyList, {})}
    columns={balanceColumns}
    to={getListPath}
    csvName="operating-reserves"
    empty="No property with such a reserve is open to you."
  />
)
