import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getAdminList, type PropertyListing } from '../model/calls.ts'
import { getListingVersionsPath } from '../model/facts.ts'

const col = columns<PropertyListing>()
const stateTones: Readonly<Record<string, 'green' | 'yellow' | 'gray' | 'blue'>> = {
  Shown: 'green',
  Stale: 'yellow',
  Hidden: 'gray',
  'Not listed': 'gray',
}
const propertyColumns = [
  col.link(
    'Property',
    (line) => line.propertyName,
    (line) => getListingVersionsPath(line.propertyId),
    { width: 260 },
  ),
  col.text('City', (line) => line.city, { width: 140 }),
  col.number('Units', (line) => line.units, { width: 75, total: true }),
  col.chip(
    'Listing',
    (line) => line.standing,
    (line) => stateTones[line.standing] ?? 'blue',
    { width: 130 },
  ),
  col.date('Confirmed', (line) => line.confirmedOn, { width: 110 }),
  col.text('Newest version', (line) => line.newestLabel, { width: 150 }),
  col.number('Photos', (line) => line.photoCount, { width: 80 }),
  col.number('Refused', (line) => line.refusedCount, { width: 85 }),
  col.text('Management company', (line) => line.companyName, { width: 240, lesser: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  ...['Shown', 'Stale', 'Not shown yet', 'Not listed', 'Hidden'].map((state) => ({
    label: state,
    match: (line: PropertyListing) => line.standing === state,
  })),
]

/** The list of properties with the state of their listing. */
export function Properties() {
  return (
    <DataTable
      caption="Properties"
      rows={useCall(getAdminList, {})}
      columns={propertyColumns}
      rowKey={(line) => line.propertyId}
      to={(line) => getListingVersionsPath(line.propertyId)}
      tabs={tabs}
      csvName="listings"
      alphabet={(line) => line.propertyName}
      empty="No property is in your scope."
    />
  )
}
