import { useMemo } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Chip, statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getOpenAtProperty, type OpenLine } from '../model/work.ts'

/** The largest number of records that the card lists. */
const MOST_LINES = 8

const col = columns<OpenLine>()
const shared = [
  col.link(
    'No.',
    (line) => line.number,
    (line) => line.to,
    { width: 90 },
  ),
  col.text('Kind', (line) => line.kindLabel, { width: 175 }),
  col.money('Amount', (line) => line.amount, { width: 110 }),
  col.chip(
    'State',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId),
    { width: 130 },
  ),
]
const analyst = col.text('Analyst', (line) => line.reviewerName ?? 'Not assigned', { width: 115 })

/** Builds the column with the promised day, which marks days that have passed. */
const buildPromisedColumn = (today: string) =>
  col.node(
    'Promised',
    ({ promisedBy }) => {
      const day = promisedBy && formatDate(promisedBy, 'MM/DD/YYYY')
      return day && promisedBy < today ? <Chip color="red">{day}, overdue</Chip> : day
    },
    { width: 105 },
  )

/** The card on a property's overview that lists its undecided records of all kinds. */
export default function OpenAtProperty({ propertyId }: { propertyId: number }) {
  const { today, rows } = useCall(getOpenAtProperty, { params: { propertyId } })
  const agency = useIsAgency()
  const columns = useMemo(
    () => [...shared, buildPromisedColumn(today), ...(agency ? [analyst] : [])],
    [today, agency],
  )
  return (
    <Card title="Open requests" count={rows.length} empty={rows.length === 0 && 'No open requests.'}>
      <DataTable
        caption="Open requests at this property"
        rows={rows.slice(0, MOST_LINES)}
        columns={columns}
        rowKey={(line) => line.number}
        to={(line) => line.to}
        plain
        height="none"
      />
    </Card>
  )
}
