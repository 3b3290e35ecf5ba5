import { Suspense } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Queue as RequestQueue } from '#review/web/index.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { operatingRequests } from '../model/operating.ts'
import { queueColumns } from './columns.ts'

const [REQUESTS, PROPERTIES] = ['Requests', 'Properties and balances'] as const

/** Every request in scope as a work queue, and every property that has such a reserve. */
export default function Queue() {
  const [view, setView] = useAddressed('tab', REQUESTS)
  return (
    <Screen title="Operating reserve">
      <Tabs label="View" value={view} onChange={setView} tabs={[{ label: REQUESTS }, { label: PROPERTIES }]}>
        <Suspense fallback={<ScreenSkeleton />}>
          {view === PROPERTIES ? (
            <Properties />
          ) : (
            <RequestQueue
              review={operatingRequests}
              pages={{ columns: queueColumns }}
              empty="No requests yet. Open a property to file the first one."
            />
          )}
        </Suspense>
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
    (row) => `/OperatingReserveList/${row.propertyId}`,
    { width: 260 },
  ),
  col.text('Number', (row) => row.agencyNumber, { width: 110 }),
  col.text('City', (row) => row.city, { width: 140 }),
  col.number('Units', (row) => row.units, { total: true, width: 80 }),
  col.money('Balance', (row) => row.balance, { total: true, width: 140 }),
  col.number('Open requests', (row) => row.openRequests, { total: true, width: 120 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 120 }),
  col.text('Management company', (row) => row.managementCompanyName, { width: 240 }),
]

function Properties() {
  const rows = useCall(getPropertyList, {})
  return (
    <DataTable
      caption="Properties with a reserve for running costs"
      rows={rows}
      columns={propertyColumns}
      rowKey={(row) => row.propertyId}
      alphabet={(row) => row.name}
      to={(row) => `/OperatingReserveList/${row.propertyId}`}
      csvName="operating-reserves"
      empty="No property with such a reserve is open to you."
    />
  )
}
