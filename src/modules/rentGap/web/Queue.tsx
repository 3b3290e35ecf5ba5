import { Anchor } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Queue as ApplicationQueue } from '#review/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { applications } from '../model/applications.ts'
import { getPropertyList } from '../model/calls.ts'
import { listPath } from '../model/facts.ts'
import { queueColumns } from './columns.ts'

const [APPLICATIONS, PROPERTIES] = ['Applications', 'Properties'] as const

/** Every application in scope as a work queue, and every property with whether it qualifies. */
export default function Queue() {
  const agency = useIsAgency()
  const [view, setView] = useAddressed('tab', APPLICATIONS)
  return (
    <Screen
      title="Rent gap assistance"
      actions={
        agency && (
          <Anchor component={Link} to="/rentIncrease/RentGapReviewList">
            By year, with the funds
          </Anchor>
        )
      }
    >
      <Tabs label="View" value={view} onChange={setView} tabs={[{ label: APPLICATIONS }, { label: PROPERTIES }]}>
        <Suspense fallback={<ScreenSkeleton />}>
          {view === PROPERTIES ? (
            <Properties />
          ) : (
            <ApplicationQueue
              review={applications}
              pages={{ columns: queueColumns }}
              empty="No applications yet. Open a property to file the first one."
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
    (row) => listPath(row.propertyId),
    { width: 240 },
  ),
  col.text('Number', (row) => row.agencyNumber, { width: 110 }),
  col.text('City', (row) => row.city, { width: 130 }),
  col.chip(
    'Qualifies',
    (row) => (row.qualifies ? 'Yes' : 'No'),
    (row) => (row.qualifies ? 'green' : 'gray'),
    { width: 95 },
  ),
  col.text('Why not', (row) => row.reasons.join(' '), { width: 360, wrap: true }),
  col.number('Open applications', (row) => row.openApplications, { total: true, width: 120 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 120 }),
  col.text('Management company', (row) => row.managementCompanyName, { width: 220, lesser: true }),
]

function Properties() {
  const rows = useCall(getPropertyList, {})
  return (
    <DataTable
      caption="Properties"
      rows={rows}
      columns={propertyColumns}
      rowKey={(row) => row.propertyId}
      alphabet={(row) => row.name}
      to={(row) => listPath(row.propertyId)}
      csvName="rent-gap-properties"
      initialSort={{ sortBy: 'Qualifies', descending: true }}
      empty="No property is open to you."
    />
  )
}
