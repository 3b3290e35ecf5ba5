import { columnOfReview, columnsWith } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { applications, type Line } from '../model/applications.ts'

const col = columns<Line>()

/** The columns of the lists of applications. */
export const queueColumns = columnsWith(applications, [
  col.text('Year', (line) => String(line.assistanceYear ?? ''), { width: 65, served: 'assistanceYear' }),
  col.number('Households', (line) => line.households, { width: 88, total: true, served: 'households' }),
  col.money('Asked for', (line) => line.claimed, { total: true, width: 108, served: 'claimed' }),
  columnOfReview(
    col.money('Approved', (line) => line.approved, {
      total: true,
      width: 125,
      lesser: 'inQueues',
      served: 'approved',
    }),
  ),
  col.date('Submit again by', (line) => line.adjustedResubmitDate, {
    width: 110,
    lesser: true,
    served: 'adjustedResubmitDate',
  }),
])
