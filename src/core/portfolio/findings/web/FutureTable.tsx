import { NativeSelect } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FutureLine, getFuture } from '../model/calls.ts'

const col = columns<FutureLine>()
const firstColumns = [
  col.date('Fails on', (line) => line.failsOn, { width: 100 }),
  col.number('Days left', (line) => line.daysLeft, { width: 85 }),
]
const propertyColumn = col.text(
  'Property',
  (line) => [line.propertyName, line.city].filter(Boolean).join(', '),
  {
    width: 205,
  },
)
const otherColumns = [
  col.link(
    'What will fail',
    (line) => line.title,
    (line) => line.path,
    { width: 300 },
  ),
  col.text('From', (line) => line.source, { width: 100 }),
  col.text('What follows', (line) => line.consequence, { width: 285 }),
  col.bool('Blocks requests', (line) => line.blocks, { width: 115 }),
  col.text('Who acts', (line) => line.acts, { width: 90 }),
]
const companyColumn = col.text('Responsible', (line) => line.managementCompanyName, {
  width: 220,
  lesser: true,
})
const tabs = [
  { label: 'All', match: () => true },
  { label: 'This week', match: (line: FutureLine) => line.daysLeft <= 7 },
  { label: 'Company acts', match: (line: FutureLine) => line.acts === 'Company' },
  { label: 'Owner acts', match: (line: FutureLine) => line.acts === 'Owner' },
  { label: 'Agency acts', match: (line: FutureLine) => line.acts === 'Agency' },
]
const horizons = ['7', '30', '60', '90']

/** The table of future non-compliance, computed by the portal, with a choice of how far it looks ahead. */
export function Future({ propertyId = 0 }: { propertyId?: number }) {
  const [days, setDays] = useState('60')
  return (
    <>
      <NativeSelect
        aria-label="Days ahead"
        size="xs"
        w={120}
        data={horizons.map((value) => ({ value, label: `${value} days` }))}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <Suspense fallback={<ScreenSkeleton rows={6} />}>
        <FutureRows days={Number(days)} propertyId={propertyId} />
      </Suspense>
    </>
  )
}

function FutureRows({ days, propertyId }: { days: number; propertyId: number }) {
  const rows = useCall(getFuture, { query: { days, propertyId } })
  const columns = useMemo(
    () =>
      propertyId
        ? [...firstColumns, ...otherColumns]
        : [...firstColumns, propertyColumn, ...otherColumns, companyColumn],
    [propertyId],
  )
  const through = addDays(today(), days)
  const blocks = rows.filter((line) => line.blocks).length
  if (rows.length === 0)
    return <EmptyState title={`Nothing will fail by ${formatDate(through, 'MM/DD/YYYY')}.`} />
  return (
    <>
      <p>
        {formatNumber(rows.length)} will fail by {formatDate(through, 'MM/DD/YYYY')} if nothing happens.
        {blocks > 0 && ` ${plural(blocks, 'of them blocks', 'of them block')} requests then.`}
      </p>
      <DataTable
        caption="What will fail"
        rows={rows}
        columns={columns}
        rowKey={(line) => `${line.source} ${line.propertyId} ${line.path} ${line.title}`}
        to={(line) => line.path}
        tabs={tabs}
        csvName="future-non-compliance"
      />
    </>
  )
}
