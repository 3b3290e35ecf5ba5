import { Suspense } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Queue as RecordQueue } from '#review/web/index.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { claims } from '../model/claims.ts'
import { requests } from '../model/requests.ts'
import { claimColumns, requestColumns } from './columns.ts'

const [CLAIMS, REQUESTS, PROPERTIES] = ['Claims', 'Payment requests', 'Properties'] as const

/** Every claim and every payment request in scope as a work queue, and the properties that have had claims. */
export default function Queue() {
  const [view, setView] = useAddressed('tab', CLAIMS)
  return (
    <Screen title="Insurance claims">
      <Tabs
        label="View"
        value={view}
        onChange={setView}
        tabs={[{ label: CLAIMS }, { label: REQUESTS }, { label: PROPERTIES }]}
      >
        <Suspense fallback={<ScreenSkeleton />}>
          {view === REQUESTS && (
            <RecordQueue
              review={requests}
              pages={{ columns: requestColumns }}
              empty="No payment requests yet. They are begun from their claim."
            />
          )}
          {view === PROPERTIES && <Properties />}
          {view === CLAIMS && (
            <RecordQueue
              review={claims}
              pages={{ columns: claimColumns }}
              empty="No claims yet. Open a property to report a loss."
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
    (row) => `/insuranceclaim/list/${row.propertyId}`,
    { width: 260 },
  ),
  col.text('Number', (row) => row.agencyNumber, { width: 110 }),
  col.text('City', (row) => row.city, { width: 140 }),
  col.number('Units', (row) => row.units, { total: true, width: 80 }),
  col.number('Claims', (row) => row.claims, { total: true, width: 85 }),
  col.number('Open', (row) => row.openClaims, { total: true, width: 80 }),
  col.money('Held', (row) => row.held, { total: true, width: 140 }),
  col.date('Last loss', (row) => row.lastLoss, { width: 110 }),
  col.text('Management company', (row) => row.managementCompanyName, { width: 240 }),
]

function Properties() {
  const rows = useCall(getPropertyList, {})
  return (
    <DataTable
      caption="Properties with insurance claims"
      rows={rows}
      columns={propertyColumns}
      rowKey={(row) => row.propertyId}
      alphabet={(row) => row.name}
      to={(row) => `/insuranceclaim/list/${row.propertyId}`}
      csvName="insurance-claims-by-property"
      empty="No property that is open to you has had a claim."
    />
  )
}
