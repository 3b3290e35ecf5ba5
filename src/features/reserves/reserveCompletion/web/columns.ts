import { columnOfReview, standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type CompletionListLine, completions } from '../model/completions.ts'

const col = columns<CompletionListLine>()
const { number, status, submitted, decided } = standingColumns(completions)

/** The column with a link to the advance review whose work was completed. */
const requestColumn = col.link(
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

/** The columns of the queue in addition to those of every review. */
export const completionColumns = [requestColumn, ...amounts, paid]
/** The columns of the completions below their request. */
export const requestCompletionColumns = [number, status, submitted, ...amounts, decided, paid]
