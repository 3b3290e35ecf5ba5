import { createColumnReader } from '#engines/worksheet/model/index.ts'
import { useFigureRows } from '#engines/worksheet/web/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import type { FootFigure } from '#ui/worksheet/desk/SheetFoot.tsx'
import { getSheetCharts } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { computeQuarterlyProgramTotals } from '../model/totals.ts'
import type { MonthValues } from './formLines.ts'

/** Returns the totals of a month for the bottom of the form, recomputed while it is filled in. */
export function useFigures(detail: MonthDetail, untouched: boolean): FootFigure[] {
  const { balance, income } = getSheetCharts(detail)
  const sheet = createColumnReader(balance, useFigureRows<MonthValues>('balance'))
  const { revenue, expenses, operatingIncome, cashLeft } = computeQuarterlyProgramTotals(
    createColumnReader(income, useFigureRows<MonthValues>('income')),
    sheet,
  )
  if (untouched) return [{ label: 'Month', value: 'Not begun' }]
  const difference = sheet('1000T') - sheet('2033T')
  return [
    { label: 'Total revenue', value: formatMoney(revenue) },
    { label: 'Cost of operations', value: formatMoney(expenses) },
    { label: 'Net operating income', value: formatMoney(operatingIncome) },
    { label: 'Cash left', value: formatMoney(cashLeft) },
    {
      label: 'Balance sheet',
      value: difference === 0 ? '✓ Balanced' : `differs by ${formatMoney(fromCents(difference))}`,
      state: difference === 0 ? 'fine' : 'open',
    },
  ]
}
