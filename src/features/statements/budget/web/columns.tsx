import { standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { budgets, type ListLine } from '../model/budgets.ts'
import { formatCoverage } from '../model/worksheet.ts'

const col = columns<ListLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(budgets)
const year = col.text('Year', (line) => String(line.budgetYear), { width: 70, served: 'budgetYear' })
const figures = [
  col.money('Revenue', (line) => line.revenue, { width: 125, lesser: 'inQueues', served: 'revenue' }),
  col.money('Cost of operations', (line) => line.expenses, { width: 125, served: 'expenses' }),
  col.number('Debt coverage', (line) => (line.totals ? line.coverage : undefined), {
    width: 100,
    served: 'coverage',
    format: (coverage) => (coverage === undefined ? '' : formatCoverage(coverage)),
  }),
]

/** The columns of the list of all properties. */
export const queueColumns = [
  number,
  subject,
  year,
  status,
  submitted,
  age,
  ...figures,
  analyst,
  company,
  decided,
]
/** The columns of the list of one property's budgets. */
export const propertyColumns = [year, number, status, ...figures, submitted, decided]
