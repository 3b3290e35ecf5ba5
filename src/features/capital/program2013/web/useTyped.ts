import { useWatch } from 'react-hook-form'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import { isUntouched, useFigureRows } from '#engines/worksheet/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { FootFigure } from '#ui/worksheet/desk/SheetFoot.tsx'
import { categoryChart } from '../model/categories.ts'
import {
  computeProgram2013Sums,
  formatCoverage,
  formatRatio,
  getProgram2013Figures,
  INCOME_AFTER_RESERVE,
  type RecordTotals,
} from '../model/figures.ts'
import type { RecordDetail } from '../model/records.ts'
import { getProgram2013Ties } from '../model/ties.ts'
import type { RecordValues } from './formLines.ts'

/** Returns the tie-outs and totals of the values in the form, and whether no figure is entered yet. */
export function useRecordFigures(detail: RecordDetail) {
  const { form } = useFormParts<RecordValues>()
  const lines = useFigureRows<RecordValues>('lines')
  const [unitMix, employees, debts, vacancyPercent] = useWatch({
    control: form.control,
    name: ['unitMix', 'employees', 'debts', 'vacancyPercent'],
  })
  const typedDebts = debts ?? []
  return {
    untouched: isUntouched(lines, ['amount']),
    ties: getProgram2013Ties({ lines, unitMix, employees, debts }, detail.tolerance),
    sums: computeProgram2013Sums(createColumnReader(categoryChart, lines), typedDebts),
    vacancyPercent: vacancyPercent ?? null,
  }
}

/** Returns the results of a record as facts for a screen. */
export function getResultFacts(sums: RecordTotals, vacancyPercent: number | null): FootFigure[] {
  const figures = getProgram2013Figures(sums, vacancyPercent)
  return [
    { label: 'Effective income', value: formatMoney(figures.effectiveIncome) },
    { label: 'Expenses and reserve', value: formatMoney(figures.totalExpenses) },
    { label: INCOME_AFTER_RESERVE, value: formatMoney(figures.netIncome) },
    { label: 'Debt service', value: formatMoney(sums.debtService) },
    { label: 'Debt coverage', value: formatCoverage(figures.coverage) },
    { label: 'Expense ratio', value: formatRatio(figures.expenseRatio) },
  ]
}
