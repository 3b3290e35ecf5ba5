import { Suspense } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Queue as RequestQueue } from '#review/web/index.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { requests } from '../model/requests.ts'
import { queueColumns } from './columns.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** The screen of the reserves: what else there is of them. */
    reserves: object
  }
}

/** Every request in scope as a work queue, every property with its reserve, and what other modules have of reserves. */
export default function Queue() {
  const empty = 'No requests yet. Open a property to file the first one.'
  const requestQueue = <RequestQueue review={requests} pages={{ columns: queueColumns }} empty={empty} />
  const panels = tabsOn('reserves', {}, [
    { label: 'Requests', order: 10, content: requestQueue },
    { label: 'Properties and balances', order: 20, content: <Properties /> },
  ])
  const [view, setView] = useAddressed('view', 'Requests', Object.keys(panels))
  return (
    <Screen title="Replacement reserve">
      <Tabs label="View" value={view} onChange={setView} tabs={Object.keys(panels).map((label) => ({ label }))}>
        <Suspense fallback={<ScreenSkeleton />}>{panels[view]}</Suspense>
      </Tabs>
    </Screen>
  )
}

type Property = Answer<typeof getPropertyList>[number]
const col = columns<Property>()
const propertyColumns = [
  col.link(
    'Property',
    (row) => row.name,
    (row) => `/ReplacementReserveList/${row.propertyId}`,
    { width: 260 },
  ),
  col.text('Number', (row) => row.agencyNumber ?? row.lihtcNumber, { width: 110 }),
  col.text('City', (row) => row.city, { width: 140 }),
  col.number('Units', (row) => row.units, { total: true, width: 80 }),
  col.money('Balance', (row) => row.balance, { total: true, width: 140 }),
  col.money('Per unit', (row) => row.perUnit, { width: 110 }),
  col.number('Open requests', (row) => row.openRequests, { total: true, width: 105 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 110 }),
  col.text('Management company', (row) => row.managementCompanyName, { width: 240, lesser: true }),
]

function Properties() {
  const rows = useCall(getPropertyList, {})
  return (
    <DataTable
      caption="Properties with a replacement reserve"
      rows={rows}
      columns={propertyColumns}
      rowKey={(row) => row.propertyId}
      alphabet={(row) => row.name}
      to={(row) => `/ReplacementReserveList/${row.propertyId}`}
      csvName="replacement-reserves"
      empty="No property with a reserve is open to you."
    />
  )
}
