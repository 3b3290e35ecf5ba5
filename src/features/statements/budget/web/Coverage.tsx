import { columnOfReview } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { getBudgetDcrs } from '../model/calls.ts'
import { formatCoverage } from '../model/worksheet.ts'

type Line = Answer<typeof getBudgetDcrs>[number]
const col = columns<Line>()
const coverageColumns = [
  col.text('Year', (line) => String(line.budgetYear), { width: 80 }),
  col.money('Net operating income', (line) => line.operatingIncome, { width: 170 }),
  col.money('Reserve deposits', (line) => line.reserveDeposits, { width: 140 }),
  col.money('Debt service', (line) => line.debtService, { width: 130 }),
  col.text('Proposed', (line) => (line.proposed === null ? '' : formatCoverage(line.proposed)), {
    width: 100,
  }),
  columnOfReview(
    col.text('Approved', (line) => (line.approved === null ? '' : formatCoverage(line.approved)), {
      width: 130,
    }),
  ),
]

/** The table of budgeted debt coverage, year by year. */
export function Coverage({ lines }: { lines: readonly Line[] }) {
  return (
    <>
      <h2>Debt coverage</h2>
      <DataTable
        caption="Debt coverage"
        rows={lines}
        columns={coverageColumns}
        rowKey={(line) => line.budgetId}
        plain
        height="none"
        empty="No budgets with debt yet."
      />
    </>
  )
}
