import type { FormLines } from '#review/web/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import { changedFigures, type FigureRow, figureRows, figureShape } from '#statement/web/index.ts'
import type { Detail } from '../model/budgets.ts'
import { BudgetLine, type ColumnKey, columnLabels, companyColumns } from '../model/entities.ts'

const columns = Object.keys(columnLabels) as ColumnKey[]
const fields = Object.fromEntries(
  [...columns, 'note' as const].map((column) => [column, BudgetLine.fields[column]!]),
)

/** Returns the worksheet as rows of a form; only the columns in `written` are sent. */
const linesWith = (written: readonly string[]): FormLines<Detail> => ({
  shape: { lines: figureShape('Worksheet', fields) },
  valuesOf: (detail) => ({ lines: figureRows(typedAccounts(detail), detail.lines, columns) }),
  sent: (values, detail) => ({ lines: changedFigures(values.lines as FigureRow[], detail.lines, written) }),
})

/** The worksheet within the company’s form. */
export const formLines = linesWith([...companyColumns, 'note'])
/** The worksheet within the review: the approved column. */
export const reviewLines = linesWith(['approved'])
