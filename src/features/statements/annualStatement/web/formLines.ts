import type { FormLines, FormValues } from '#engines/review/web/index.ts'
import { getTypedAccounts } from '#engines/worksheet/model/index.ts'
import {
  createRowsSchema,
  type FigureRow,
  getChangedFigures,
  getFigureRows,
} from '#engines/worksheet/web/index.ts'
import { money } from '#kernel/model/field.ts'
import { type AFS, AFSAmount } from '../model/entities.ts'
import type { Detail } from '../model/statements.ts'
import { scheduleLines } from './schedules/index.ts'

const { amount, note } = AFSAmount.fields

/** Returns last year's figures for the column next to the entered ones. */
const getComparison = ({ prior }: Detail) => ({
  codes: Object.keys(prior?.amounts ?? {}),
  of: (code: string) => ({ prior: prior?.amounts[code] ?? null }),
  carried: {},
})

/** The accounts and schedules as form values. A save sends only those that changed. */
export const formLines = {
  shape: {
    lines: createRowsSchema('Accounts', { prior: money('Prior'), amount, note: note! }),
    ...scheduleLines.shape,
  },
  valuesOf: (detail) => ({
    lines: getFigureRows(getTypedAccounts(detail), detail.lines, ['amount'], getComparison(detail)),
    ...scheduleLines.valuesOf(detail),
  }),
  sent: async (values, detail) => {
    const lines = getChangedFigures(values.lines as FigureRow[], detail.lines, ['amount', 'note'])
    return { ...(lines.length > 0 ? { lines } : {}), ...(await scheduleLines.sent(values, detail)) }
  },
} satisfies FormLines<Detail>

/** The values of the form of a statement. */
export type StatementValues = FormValues<typeof AFS, typeof formLines>
