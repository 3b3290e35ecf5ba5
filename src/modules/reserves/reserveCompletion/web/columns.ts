import { columnOfReview, standingColumns } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { completions, type Line } from '../model/completions.ts'

const col = columns<Line>()
const { number, status, submitted, decided } = standingColumns(completions)

/** The request whose work was done. */
const review = col.link(
  'Advance review',
  (line) => line.replacementReserveRequestId,
  (line) => `/ReplacementReserve/${line.replacementReserveRequestId}/${line.propertyId ?? 0}`,
  { width: 125, served: 'replacementReserveRequestId', prefix: 'R' },
)
const amounts = [
  col.money('Invoiced', (line) => line.invoiced, {
    total: true,
    width: 125,
    lesser: true,
    served: 'invoiced',
  }),
  columnOfReview(
    col.money('Released', (line) => line.released, { total: true, width: 125, served: 'released' }),
  ),
]
const paid = col.date('Paid', (line) => line.paidDate, { width: 105, lesser: true, served: 'paidDate' })

/** Columns of the queue between the standing ones. */
export const own = [review, ...amounts, paid]
/** Columns below the request itself. */
export const ofRequest = [number, status, submitted, ...amounts, decided, paid]
