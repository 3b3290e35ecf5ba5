import { columnOfReview, columnsWith } from '#engines/review/web/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type Line, requests } from '../model/requests.ts'

const col = columns<Line>()

/** The columns of the lists of requests. */
export const queueColumns = columnsWith(requests, [
  col.text('Year', (line) => String(line.year), { width: 60, served: 'year' }),
  col.text('Purpose', (line) => line.purpose, { width: 170, lesser: 'inQueues', served: 'purpose' }),
  col.money('Asked for', (line) => line.amountRequested, {
    total: true,
    width: 120,
    served: 'amountRequested',
  }),
  columnOfReview(
    col.money('Approved', (line) => (line.statusId === RequestStatus.APPROVED ? line.approvedAmount : null), {
      total: true,
      width: 120,
      served: 'approvedAmount',
    }),
  ),
])
export const propertyColumns = queueColumns.filter(({ label }) => label !== 'Property')
