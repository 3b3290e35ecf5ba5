import { columnOfReview, standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { increases, type ListLine } from '../model/increases.ts'

const col = columns<ListLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(increases)

/** Formats a percent, for example `3.78%`. Empty without a value. */
const formatPercent = (percent: number | null | undefined): string =>
  percent == null ? '' : `${percent.toFixed(2)}%`

const requestColumns = [
  col.text('Type', (line) => line.rentIncreaseType, {
    width: 90,
    lesser: 'inQueues',
    served: 'rentIncreaseType',
  }),
  col.date('Rents from', (line) => line.rentEffectiveDate, { width: 100, served: 'rentEffectiveDate' }),
  col.money('Rents a month', (line) => line.currentRents, { width: 115, served: 'currentRents' }),
  col.number('Asked for', (line) => line.requestedPercent, {
    format: formatPercent,
    width: 85,
    served: 'requestedPercent',
  }),
  columnOfReview(
    col.number('Approved', (line) => line.approvedPercent, {
      format: formatPercent,
      width: 95,
      lesser: 'inQueues',
      served: 'approvedPercent',
    }),
  ),
]

/** Columns of the queue over all properties. */
export const queueColumns = [
  number,
  subject,
  status,
  submitted,
  age,
  ...requestColumns,
  analyst,
  company,
  decided,
]
/** Columns of one property's requests. */
export const propertyColumns = [number, status, ...requestColumns, submitted, decided]
