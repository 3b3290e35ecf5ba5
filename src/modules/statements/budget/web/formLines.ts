import type { FormLines } from '#review/web/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import { changedFigures, type FigureRow, figureRows, figureShape } from '#statement/web/index.ts'
import type { Detail } from '../model/budgets.ts'
import { BudgetLine, type ColumnKey, columnLabels, companyColumns } from '../model/entities.ts'

const columns = Object.keys(columnLabels) as ColumnKey[]
const fields = Object.fromEntries(
  [...columns, 'note' as const].map((column) => [column, BudgetLine.fields[column]!]),
)

/** Returns the worksheet as rows of a form. A save sends only the columns in `sentColumns`. */
const getFormLines = (sentColumns: readonly string[]): FormLines<Detail> => ({
  shape: { lines: figureShape('Worksheet', fields) },
  valuesOf: (detail) => ({ lines: figureRows(typedAccounts(detail), detail.lines, columns) }),
  sent: (values, detail) => ({
    lines: changedFigures(values.lines as FigureRow[], detail.lines, sentColumns),
  }),
})

/** The worksheet in the company's form. */
export const formLines = getFormLines([...companyColumns, 'note'])
/** The worksheet in the review, where only the approved column is sent. */
export const reviewLines = getFormLines(['approved'])
