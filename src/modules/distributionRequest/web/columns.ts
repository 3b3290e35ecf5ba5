import { columnsWith } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type Line, requests } from '../model/requests.ts'

const col = columns<Line>()

/** Columns of the lists of requests. */
export const queueColumns = columnsWith(requests, [
  col.text('Year', (line) => String(line.year), { width: 75, served: 'year' }),
  col.text('Purpose', (line) => line.purpose, { width: 170, served: 'purpose' }),
  col.money('Asked for', (line) => line.amountRequested, { total: true, width: 125, served: 'amountRequested' }),
  col.money('Approved', (line) => (line.statusId === 5 ? line.approvedAmount : null), {
    total: true,
    width: 125,
    served: 'approvedAmount',
  }),
])
export const propertyColumns = queueColumns.filter(({ label }) => label !== 'Property')
