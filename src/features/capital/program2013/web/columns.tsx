import { standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { formatCoverage, INCOME_AFTER_RESERVE } from '../model/figures.ts'
import { type RecordLine, records } from '../model/records.ts'

const col = columns<RecordLine>()
const {
  number,
  subject,
  status: statusColumn,
  submitted,
  age,
  analyst,
  decided,
  company,
} = standingColumns(records)
const status = { ...statusColumn, width: 120 }
const moneyColumn = (
  label: string,
  served: keyof RecordLine & string,
  read: (line: RecordLine) => number | null,
  options: { width?: number; lesser?: 'inQueues' } = {},
) => col.money(label, read, { width: 125, served, ...options })

const recordColumns = [
  col.text('Year', (line) => String(line.year), { width: 65, served: 'year' }),
  col.text('Type', (line) => line.recordType, { width: 100, served: 'recordType' }),
]
const figures = [
  col.number('Units', (line) => line.units, { width: 70, total: true, served: 'units' }),
  moneyColumn('Gross potential rent', 'grossPotentialRent', (line) => line.grossPotentialRent),
  moneyColumn('Effective income', 'effectiveIncome', (line) => line.effectiveIncome, { lesser: 'inQueues' }),
  moneyColumn('Expenses', 'expenses', (line) => line.expenses, { width: 115, lesser: 'inQueues' }),
  moneyColumn(INCOME_AFTER_RESERVE, 'netIncome', (line) => line.netIncome),
  moneyColumn('Debt service', 'debtService', (line) => line.debtService, { width: 115, lesser: 'inQueues' }),
  col.number('Debt coverage', (line) => line.coverage ?? undefined, {
    width: 95,
    served: 'coverage',
    format: (coverage) => formatCoverage(coverage ?? null),
  }),
]

/** The columns of the list of all properties. */
export const listColumns = [
  number,
  subject,
  ...recordColumns,
  status,
  ...figures,
  analyst,
  age,
  submitted,
  decided,
  col.date('Imported', (line) => line.importedOn, { width: 105, lesser: true, served: 'importedOn' }),
  company,
]
/** The columns of one property’s records. */
export const propertyColumns = [number, ...recordColumns, status, ...figures, submitted, decided]
