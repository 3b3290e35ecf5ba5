import { z } from 'zod'
import type { Held } from '#review/web/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import type { FigureRow } from '#statement/web/index.ts'
import type { Detail } from '../model/budgets.ts'
import { BudgetLine, type ColumnKey, columnLabels, companyColumns } from '../model/entities.ts'

const columns = Object.keys(columnLabels) as ColumnKey[]

/** A row for each account that is typed, whether it holds anything or not, so that every cell keeps its place. */
const rowsOf = (detail: Detail): FigureRow[] => {
  const held = new Map(detail.lines.map((line) => [line.code, line]))
  return typedAccounts(detail).map(({ code }) => {
    const line = held.get(code)
    return {
      clientKey: code,
      ...Object.fromEntries(columns.map((column) => [column, line?.[column] ?? null])),
      note: line?.note ?? null,
    }
  })
}

/** Of each row what differs from the stored line; nothing else is sent, so that a colleague’s figures stay. */
function changed(rows: readonly FigureRow[], known: Detail, written: readonly string[]) {
  const stored = new Map(known.lines.map((line) => [line.code, line as Record<string, unknown>]))
  return rows.flatMap((row) => {
    const line = stored.get(row.clientKey)
    const own = written.filter((name) => (row[name] ?? null) !== (line?.[name] ?? null))
    return own.length === 0
      ? []
      : [{ code: row.clientKey, ...Object.fromEntries(own.map((name) => [name, row[name]])) }]
  })
}

const heldWith = (written: readonly string[]): Held<Detail> => ({
  shape: {
    lines: z
      .array(
        z.object({
          clientKey: z.string(),
          ...Object.fromEntries(columns.map((column) => [column, BudgetLine.fields[column]])),
          note: BudgetLine.fields.note!,
        }),
      )
      .meta({ label: 'Worksheet', noun: 'Line' }),
  },
  valuesOf: (detail) => ({ lines: rowsOf(detail) }),
  sent: (values, known) => ({ lines: changed(values.lines as FigureRow[], known, written) }),
})

/** The worksheet within the company’s form. */
export const held = heldWith([...companyColumns, 'note'])
/** The worksheet within the review: the approved column. */
export const reviewHeld = heldWith(['approved'])
