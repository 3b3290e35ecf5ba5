import { Button } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  type DeveloperLine,
  developers,
  getDeveloperList,
  getPropertiesWithoutDeveloper,
  type PropertyWithoutDeveloper,
} from '../model/calls.ts'
import { DeveloperDialog } from './DeveloperDialog.tsx'
import { NameDeveloper } from './NameDeveloper.tsx'

const DEVELOPERS = 'Developers'
const WITHOUT = 'Properties without a developer'

/** The screen with the list of developers and the list of properties without a developer. */
export default function DeveloperList() {
  const mayAdd = useMay(developers.create)
  const [view, setView] = useAddressValue('view', DEVELOPERS, [DEVELOPERS, WITHOUT])
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Screen
      title="Developers"
      actions={mayAdd && <Button onClick={() => setIsAdding(true)}>Add developer</Button>}
    >
      <AgencyOnly>
        <Tabs
          label="Developers"
          value={view}
          onChange={setView}
          tabs={[{ label: DEVELOPERS }, { label: WITHOUT }]}
        >
          <Suspense fallback={<ScreenSkeleton />}>
            {view === DEVELOPERS ? <Developers /> : <PropertiesWithoutDeveloper />}
          </Suspense>
        </Tabs>
        {isAdding && <DeveloperDialog developer={null} onClose={() => setIsAdding(false)} />}
      </AgencyOnly>
    </Screen>
  )
}

const col = columns<DeveloperLine>()
const getPath = (line: DeveloperLine): string => `/Developer/view/${line.developerId}`
const developerColumns = [
  col.link('Name', (line) => line.name, getPath, { width: 300 }),
  col.text('Key people', (line) => line.contactName, { width: 200 }),
  col.text('City', (line) => line.city, { width: 150 }),
  col.text('State', (line) => line.state, { width: 75 }),
  col.text('Phone', (line) => formatPhone(line.phone), { width: 150 }),
  col.text('E-mail', (line) => line.email, { lesser: true }),
  col.number('Properties', (line) => line.propertyCount, { total: true, width: 105 }),
  col.number('Units', (line) => line.unitCount, { total: true, width: 90 }),
]
const tabs = [
  { label: 'Active', match: (line: DeveloperLine) => line.active },
  { label: 'Not active', match: (line: DeveloperLine) => !line.active },
]

function Developers() {
  return (
    <DataTable
      caption="Developers"
      rows={useCall(getDeveloperList, {})}
      columns={developerColumns}
      rowKey={(line) => line.developerId}
      to={getPath}
      tabs={tabs}
      alphabet={(line) => line.name}
      csvName="developers"
      initialSort={{ sortBy: 'Name' }}
      empty="No developer yet."
    />
  )
}

const withoutCol = columns<PropertyWithoutDeveloper>()
const withoutColumns = [
  withoutCol.link(
    'Property',
    (line) => line.propertyName,
    (line) => `/EditProject/${line.propertyId}`,
    { width: 280 },
  ),
  withoutCol.text('Number', (line) => line.agencyNumber, { width: 110 }),
  withoutCol.text('City', (line) => line.city, { width: 150 }),
  withoutCol.text('Status', (line) => propertyStatusLabels[line.status], { width: 150 }),
  withoutCol.number('Units', (line) => line.totalUnits, { total: true, width: 80 }),
  withoutCol.text('Management company', (line) => line.managementCompanyName, { width: 240 }),
]

function PropertiesWithoutDeveloper() {
  const rows = useCall(getPropertiesWithoutDeveloper, {})
  const readOnly = useReadOnly()
  const [selectedProperty, setSelectedProperty] = useState<PropertyWithoutDeveloper | null>(null)
  const columns = useMemo(() => {
    if (readOnly) return withoutColumns
    const name = withoutCol.button('Developer', () => 'Name one', setSelectedProperty, { width: 115 })
    return [...withoutColumns.slice(0, 1), name, ...withoutColumns.slice(1)]
  }, [readOnly])
  return (
    <>
      <DataTable
        caption="Properties without a developer"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.propertyId}
        csvName="properties-without-developer"
        empty="Every property has its developer."
      />
      {selectedProperty && (
        <NameDeveloper property={selectedProperty} onClose={() => setSelectedProperty(null)} />
      )}
    </>
  )
}
