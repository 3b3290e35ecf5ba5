import { columnOfReview, columnsWith } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { operatingRequests, type RequestLine } from '../model/operating.ts'

const col = columns<RequestLine>()

/** The columns of every list of operating reserve requests. */
export const queueColumns = columnsWith(operatingRequests, [
  col.text('Reserve', (line) => line.reserveName, { width: 170, served: 'reserveName' }),
  col.number('Items', (line) => line.itemCount, { width: 75, lesser: 'inQueues', served: 'itemCount' }),
  col.money('Claimed', (line) => line.claimed, { total: true, width: 125, served: 'claimed' }),
  columnOfReview(
    col.money('Approved', (line) => line.approved, {
      total: true,
      width: 125,
      lesser: 'inQueues',
      served: 'approved',
    }),
  ),
  col.date('Paid', (line) => line.paidDate, { width: 105, lesser: true, served: 'paidDate' }),
])
