import { PropertyTable, propertyColumns } from '#core/portfolio/properties/web/index.ts'
import { Queue as RequestQueue } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { Views } from '#ui/frame/Views.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { requests } from '../model/requests.ts'
import { queueColumns } from './columns.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** The further tabs of the screen of all reserves, which other modules add. */
    reserves: object
  }
}

/**
 * The screen of all replacement reserves in scope: the work queue of requests, the properties with their
 * balances, and the tabs of other modules.
 */
export default function Queue() {
  const requestQueue = <RequestQueue review={requests} pages={{ columns: queueColumns }} />
  const panels = tabsOn('reserves', {}, [
    { label: 'Requests', order: 10, content: requestQueue },
    { label: 'Properties and balances', order: 20, content: <Properties /> },
  ])
  return (
    <Screen title="Replacement reserve">
      <Views address="view" views={panels} />
    </Screen>
  )
}

const col = columns<Answer<typeof getPropertyList>[number]>()
const getListPath = (propertyId: number) => `/ReplacementReserveList/${propertyId}`
const balanceColumns = propertyColumns(getListPath, [
  col.money('Balance', (row) => row.balance, { total: true, width: 140 }),
  col.money('Per unit', (row) => row.perUnit, { width: 110 }),
  col.number('Open requests', (row) => row.openRequests, { total: true, width: 105 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 110 }),
])

const Properties = () => (
  <PropertyTable
    caption="Properties with a replacement reserve"
    rows={useCall(getPropertyList, {})}
    columns={balanceColumns}
    to={getListPath}
    csvName="replacement-reserves"
    empty="No property with a reserve is open to you."
  />
)
