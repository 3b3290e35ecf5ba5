import type { FormLines, FormValues } from '#engines/review/web/index.ts'
import { getTypedAccounts } from '#engines/worksheet/model/index.ts'
import {
  addComparison,
  createRowsSchema,
  type FigureRow,
  getChangedFigures,
  getFigureRows,
} from '#engines/worksheet/web/index.ts'
import { money } from '#kernel/model/field.ts'
import { type TCAP, TCAPAmount } from '../model/entities.ts'
import { getQuarterlyProgramComparison, getSheetCharts, type SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'

const { amount, note } = TCAPAmount.fields

const getRows = (detail: MonthDetail, sheet: SheetName): FigureRow[] =>
  getFigureRows(
    getTypedAccounts(getSheetCharts(detail)[sheet]),
    detail[sheet],
    ['amount'],
    getQuarterlyProgramComparison(detail, sheet),
  )

/** Returns the stored lines with their comparison figures and the origin of each figure. */
export const getStoredLines = (detail: MonthDetail, sheet: SheetName) =>
  addComparison(detail[sheet], getQuarterlyProgramComparison(detail, sheet))

const buildShape = (label: string, compared: readonly string[]) =>
  createRowsSchema(label, {
    amount,
    ...Object.fromEntries(compared.map((name) => [name, money(name)])),
    note: note!,
  })

/** Both sheets in the company's form. */
export const formLines = {
  shape: {
    balance: buildShape('Balance sheet', ['lastMonth']),
    income: buildShape('Income and expense', ['earlier', 'budget']),
  },
  valuesOf: (detail) => ({ balance: getRows(detail, 'balance'), income: getRows(detail, 'income') }),
  sent: (values, detail) => ({
    balance: getChangedFigures(values.balance as FigureRow[], detail.balance, ['amount', 'note']),
    income: getChangedFigures(values.income as FigureRow[], detail.income, ['amount', 'note']),
  }),
} satisfies FormLines<MonthDetail>

/** The values of the form of a month. */
export type MonthValues = FormValues<typeof TCAP, typeof formLines>
