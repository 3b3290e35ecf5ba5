import { Button, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByHeaderId } from '../model/calls.ts'
import type { Comparable } from '../model/entities.ts'
import { adjustedRent, type Flag, flagOf, flags, type Statistics } from '../model/statistics.ts'
import { EditDialog } from './EditDialog.tsx'

type Rent = TabProps['rentIncrease']['rents'][number]
type Beside = Rent & { average: number | null; percent: number | null; flag: Flag | null }
const tones = { [flags.below]: 'green', [flags.within]: 'yellow', [flags.above]: 'red' } as const

const beside = columns<Beside>()
const besideColumns = [
  beside.text('Rent', (one) => one.label, { width: 190 }),
  beside.chip(
    'Compared',
    (one) => one.flag ?? 'No comparables',
    (one) => (one.flag ? tones[one.flag] : 'gray'),
    { width: 130 },
  ),
  beside.text('Of the average', (one) => (one.percent === null ? '' : `${one.percent.toFixed(1)}%`), { width: 85 }),
  beside.money('Asked for', (one) => one.rent, { width: 95 }),
  beside.money('Average', (one) => one.average, { width: 95 }),
]

const size = columns<Statistics>()
const sizeColumns = [
  size.text('Bedrooms', (one) => (one.bedrooms === 0 ? 'Studio' : String(one.bedrooms)), { width: 90 }),
  size.number('Rents', (one) => one.count, { width: 70 }),
  size.money('Lowest', (one) => one.least, { width: 100 }),
  size.money('Average', (one) => one.average, { width: 100 }),
  size.money('Median', (one) => one.median, { width: 100 }),
  size.money('Highest', (one) => one.greatest, { width: 100 }),
  size.money('Per square foot', (one) => one.perSquareFoot, { width: 110 }),
]

const col = columns<Comparable>()
const listColumns = [
  col.text('Property', (one) => one.name, { width: 180 }),
  col.number('Bedrooms', (one) => one.bedrooms, { width: 90 }),
  col.money('Rent', (one) => one.rent, { width: 90 }),
  col.money('Concession', (one) => one.concession, { width: 100 }),
  col.money('Adjustment', (one) => one.adjustment, { width: 100 }),
  col.money('Adjusted', adjustedRent, { width: 100 }),
  col.number('Square feet', (one) => one.squareFeet, { width: 100 }),
  col.text('Source', (one) => one.source, { width: 160 }),
  col.date('Surveyed', (one) => one.surveyedOn, { width: 110 }),
  col.text('Address', (one) => one.address, { lesser: true }),
  col.number('Miles away', (one) => one.distanceMiles, { lesser: true }),
  col.number('Year built', (one) => one.yearBuilt, { lesser: true }),
  col.number('Occupied, %', (one) => one.occupancyPercent, { lesser: true }),
  col.text('Utilities included', (one) => one.utilitiesIncluded, { lesser: true }),
  col.text('Amenities', (one) => one.amenities, { lesser: true }),
]

/** The market rents that a rent increase is compared with: what they come to, and how each rent lies beside them. */
export default function Comparables({ requestId, rents, open }: TabProps['rentIncrease']) {
  const shown = useCall(getByHeaderId, { params: { headerId: requestId } })
  const { comparables, statistics, limits } = shown
  const [editing, setEditing] = useState(false)
  const compared = useMemo(
    () =>
      rents.map((one): Beside => {
        const found = one.rent === null ? null : flagOf(one.rent, one.bedrooms, statistics, limits)
        const average = statistics.find(({ bedrooms }) => bedrooms === one.bedrooms)?.average ?? null
        return { ...one, average, percent: found?.percent ?? null, flag: found?.flag ?? null }
      }),
    [rents, statistics, limits],
  )
  return (
    <section aria-label="Market rents">
      <h2>Market rents</h2>
      {comparables.length === 0 ? (
        <p>No comparable rents were entered.</p>
      ) : (
        <Lists shown={shown} compared={compared} />
      )}
      {open && (
        <Button variant="default" onClick={() => setEditing(true)}>
          {comparables.length === 0 ? 'Enter comparable rents' : 'Change comparable rents'}
        </Button>
      )}
      {editing && <EditDialog shown={shown} onClose={() => setEditing(false)} />}
    </section>
  )
}

type Shown = Answer<typeof getByHeaderId>

function Lists({ shown: { statistics, comparables }, compared }: { shown: Shown; compared: readonly Beside[] }) {
  return (
    <Stack gap="md" mb="sm">
      <DataTable
        caption="Rents beside the market"
        rows={compared}
        columns={besideColumns}
        rowKey={(one) => one.label}
        plain
        empty="No rents."
      />
      <DataTable
        caption="Market rents by bedrooms"
        rows={statistics}
        columns={sizeColumns}
        rowKey={(one) => one.bedrooms}
        plain
        empty="None."
      />
      <DataTable
        caption="Comparable rents"
        rows={comparables}
        columns={listColumns}
        rowKey={(one) => one.comparableRentId}
        height="none"
        csvName="comparable-rents"
        empty="None."
      />
    </Stack>
  )
}
