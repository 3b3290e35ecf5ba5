import { standingColumns } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { budgets, type ListLine } from '../model/budgets.ts'
import { coverageText } from '../model/worksheet.ts'

const col = columns<ListLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(budgets)
const year = col.text('Year', (line) => String(line.budgetYear), { width: 70 })
const figures = [
  col.money('Revenue', (line) => (line.approvedTotals ?? line.totals)?.revenue ?? null, { width: 125 }),
  col.money('Cost of operations', (line) => (line.approvedTotals ?? line.totals)?.expenses ?? null, { width: 140 }),
  col.text('Debt coverage', (line) => (line.totals ? coverageText(line.coverage) : ''), { width: 110 }),
]

/** Columns of the list over all properties. */
export const queueColumns = [number, subject, year, status, submitted, age, ...figures, analyst, company, decided]
/** Columns of one property’s budgets. */
export const propertyColumns = [year, number, status, ...figures, submitted, decided]
