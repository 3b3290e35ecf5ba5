import { useWatch } from 'react-hook-form'
import { formatMoney } from '#kernel/model/money.ts'
import { readColumn } from '#statement/model/index.ts'
import { isUntouched, useFigureRows } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { FootFigure } from '#ui/worksheet/desk/SheetFoot.tsx'
import { chart } from '../model/categories.ts'
import {
  computeProgram2013Sums,
  coverageText,
  getProgram2013Figures,
  INCOME_AFTER_RESERVE,
  ratioText,
  type Sums,
} from '../model/figures.ts'
import type { Detail } from '../model/records.ts'
import { getProgram2013Ties } from '../model/ties.ts'

/** Returns the tie-outs and totals of the values in the form, and whether no figure is entered yet. */
export function useTyped(detail: Detail) {
  const { form } = useFormParts()
  const lines = useFigureRows('lines')
  const [unitMix, employees, debts, vacancyPercent] = useWatch({
    control: form.control,
    name: ['unitMix', 'employees', 'debts', 'vacancyPercent'],
  }) as [Detail['unitMix'], Detail['employees'], Detail['debts'], number | null]
  const typedDebts = debts ?? []
  return {
    untouched: isUntouched(lines, ['amount']),
    ties: getProgram2013Ties({ lines, unitMix, employees, debts }, detail.tolerance),
    sums: computeProgram2013Sums(readColumn(chart, lines), typedDebts),
    vacancyPercent: vacancyPercent ?? null,
  }
}

/** Returns the results of a record as facts for a screen. */
export function factsOfSums(sums: Sums, vacancyPercent: number | null): FootFigure[] {
  const figures = getProgram2013Figures(sums, vacancyPercent)
  return [
    { label: 'Effective income', value: formatMoney(figures.effectiveIncome) },
    { label: 'Expenses and reserve', value: formatMoney(figures.totalExpenses) },
    { label: INCOME_AFTER_RESERVE, value: formatMoney(figures.netIncome) },
    { label: 'Debt service', value: formatMoney(sums.debtService) },
    { label: 'Debt coverage', value: coverageText(figures.coverage) },
    { label: 'Expense ratio', value: ratioText(figures.expenseRatio) },
  ]
}
