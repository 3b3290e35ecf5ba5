import { openPath } from '#engines/review/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getApprovedReport, type PublishedListing } from '../model/calls.ts'
import { locatorFacts } from '../model/facts.ts'
import { listings } from '../model/listings.ts'
import { formatBedrooms, formatRents } from './Preview.tsx'

const col = columns<PublishedListing>()
const getPath = (line: PublishedListing): string => openPath(listings as never, line)
const listingColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 240 }),
  col.text('City', (line) => line.city, { width: 130 }),
  col.text('ZIP code', (line) => line.zip, { width: 90 }),
  col.text('County', (line) => line.county, { width: 120, lesser: true }),
  col.text('Residents', (line) => line.residents, { width: 110 }),
  col.text('Bedrooms', (line) => formatBedrooms(line), { width: 110 }),
  col.text('Rent', (line) => formatRents(line), { width: 160 }),
  col.number('Accessible', (line) => line.accessibleUnits, { width: 100 }),
  col.text('Waiting list', (line) => (line.waitingListOpen ? 'Open' : 'Closed'), { width: 105 }),
  col.text('Phone', (line) => line.phone, { width: 130 }),
  col.number('Photos', (line) => line.photoCount, { width: 80 }),
  col.date('Confirmed', (line) => line.confirmedOn, { width: 110 }),
  col.text('Stale', (line) => (line.isStale ? 'Stale' : ''), { width: 75 }),
  col.text('Office hours', (line) => line.officeHours, { width: 180, lesser: true }),
  col.text('Website', (line) => line.website, { width: 180, lesser: true }),
  col.text('Management company', (line) => line.companyName, { width: 220, lesser: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Waiting list open', match: (line: PublishedListing) => line.waitingListOpen },
  { label: 'Stale', match: (line: PublishedListing) => line.isStale },
]

/** The list of published listings: the newest approved version of each active property. */
export default function ApprovedReport() {
  return (
    <Screen
      title="Listings that are shown"
      breadcrumbs={[{ label: 'Housing locator', to: locatorFacts.queue }]}
    >
      <DataTable
        caption="Listings that are shown"
        rows={useCall(getApprovedReport, {})}
        columns={listingColumns}
        rowKey={(line) => line.ahlId}
        to={getPath}
        tabs={tabs}
        csvName="approved-listings"
        alphabet={(line) => line.propertyName}
        empty="No listing is shown yet."
      />
    </Screen>
  )
}
