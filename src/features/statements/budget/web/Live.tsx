import { createColumnReader, getRecordChart } from '#engines/worksheet/model/index.ts'
import { useFigureRows } from '#engines/worksheet/web/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { FootFigure } from '#ui/worksheet/desk/SheetFoot.tsx'
import type { Detail } from '../model/budgets.ts'
import { computeBudgetTotals, computeCoverage, formatCoverage, getBudgetHead } from '../model/worksheet.ts'
import styles from './budget.module.css'
import type { BudgetValues } from './formLines.ts'
import { useBudgetContent } from './Sheet.tsx'

const percentText = (percent: number | null) => (percent === null ? '' : `${percent.toFixed(2)}%`)

/** Returns the key figures of a budget as facts. */
export function getBudgetFigures(
  detail: Detail,
  lines: Parameters<typeof createColumnReader>[1],
  column: 'proposed' | 'approved',
  months: number,
) {
  const read = createColumnReader(getRecordChart(detail), lines, column)
  const totals = computeBudgetTotals(read)
  const coverage = computeCoverage(totals, detail.rules.coverageAfterReserve)
  const { vacancyPercent, otherIncomePercent, feePerUnit } = getBudgetHead(read, {
    units: detail.units,
    months,
  })
  const isLow = coverage !== null && coverage < detail.rules.leastCoverage
  return [
    { label: 'Total revenue', value: formatMoney(totals.revenue) },
    { label: 'Cost of operations', value: formatMoney(totals.expenses) },
    { label: 'Net operating income', value: formatMoney(totals.operatingIncome) },
    {
      label: `Debt coverage${detail.rules.coverageAfterReserve ? ', after reserve deposits' : ''}`,
      value: (
        <span className={isLow ? styles.low : undefined}>
          {formatCoverage(coverage)}
          {isLow ? `, below ${detail.rules.leastCoverage.toFixed(2)}` : ''}
        </span>
      ),
    },
    { label: 'Cash left', value: formatMoney(fromCents(read('B390N'))) },
    { label: 'Vacancy', value: percentText(vacancyPercent) },
    { label: 'Other income', value: percentText(otherIncomePercent) },
    { label: 'Fee a unit and month', value: feePerUnit === null ? '' : formatMoney(feePerUnit) },
  ]
}

/** Returns the key figures for the bottom of the form, recomputed while it is filled in. */
export function useFigures(detail: Detail, untouched: boolean): FootFigure[] {
  const rows = useFigureRows<BudgetValues>('lines')
  const { months } = useBudgetContent(detail)
  if (untouched) return [{ label: `Budget ${detail.budgetYear}`, value: 'Not begun' }]
  return getBudgetFigures(detail, rows, 'proposed', months).slice(0, MAX_FIGURES)
}
const MAX_FIGURES = 5

/** The key figures of the approved column while the agency reviews the lines. */
export function LiveFigures({ detail }: { detail: Detail }) {
  const rows = useFigureRows<BudgetValues>('lines')
  const { months } = useBudgetContent(detail)
  return (
    <section aria-label="Figures of this budget" className={styles.live}>
      <Facts facts={getBudgetFigures(detail, rows, 'approved', months)} line />
    </section>
  )
}
