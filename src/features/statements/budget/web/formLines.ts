import type { FormLines, FormValues } from '#engines/review/web/index.ts'
import { getTypedAccounts } from '#engines/worksheet/model/index.ts'
import {
  createRowsSchema,
  type FigureRow,
  getChangedFigures,
  getFigureRows,
} from '#engines/worksheet/web/index.ts'
import type { Detail } from '../model/budgets.ts'
import { type Budget, BudgetLine, type ColumnKey, columnLabels, companyColumns } from '../model/entities.ts'

const columns = Object.keys(columnLabels) as ColumnKey[]
const fields = Object.fromEntries(
  [...columns, 'note' as const].map((column) => [column, BudgetLine.fields[column]!]),
)

/** Returns the worksheet as rows of a form. A save sends only the columns in `sentColumns`. */
const getFormLines = (sentColumns: readonly string[]) =>
  ({
    shape: { lines: createRowsSchema('Worksheet', fields) },
    valuesOf: (detail) => ({ lines: getFigureRows(getTypedAccounts(detail), detail.lines, columns) }),
    sent: (values, detail) => ({
      lines: getChangedFigures(values.lines as FigureRow[], detail.lines, sentColumns),
    }),
  }) satisfies FormLines<Detail>

/** The worksheet in the company's form. */
export const formLines = getFormLines([...companyColumns, 'note'])
/** The values of the company's form. */
export type BudgetValues = FormValues<typeof Budget, typeof formLines>
/** The worksheet in the review, where only the approved column is sent. */
export const reviewLines = getFormLines(['approved'])
