import { useId, useMemo } from 'react'
import { cellText } from './format.ts'
import { SheetRow } from './SheetRow.tsx'
import { SheetTotals } from './SheetTotals.tsx'
import type { Cells, CellValue, Sheet, SheetColumn, SheetLine } from './sheet.ts'
import { type SheetState, selection } from './state.ts'
import { useSheet } from './useSheet.ts'
import { useSheetInput } from './useSheetInput.ts'
import css from './worksheet.module.css'

/** See `Worksheet`. */
export interface WorksheetProps {
  /** What the worksheet is, for screen readers. */
  caption: string
  /** Keep columns and lines stable (declared once, or memoised): a new array repaints everything. */
  columns: readonly SheetColumn[]
  lines: readonly SheetLine[]
  cells: Cells
  /** Told the new values after each deed. */
  onChange?: (cells: Cells) => void
  readOnly?: boolean
  /** Whole dollars, on unless switched off. VAL-12. */
  rounding?: boolean
  /** Words of the row of totals; null for none. */
  total?: string | null
  /** Heading of the column of line labels. */
  lineHeading?: string
  /** Id of a cell, so that an error summary can lead to it. Keep it stable. */
  cellId?: (line: SheetLine, column: SheetColumn) => string | undefined
  /** What is wrong with the cells of a line, in the order of the columns. Keep the arrays stable. */
  faultsOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
  /** Asked where a figure comes from: Alt+Enter on any cell, a click on a computed one. */
  onAsk?: (line: SheetLine, column: SheetColumn) => void
}

// A grid in a real table: arrow keys reach it, and it prints and zooms as a table.
const grid = (readOnly: boolean) =>
  ({ role: 'grid', 'aria-multiselectable': true, 'aria-readonly': readOnly || undefined }) as const

/**
 * A worksheet of money that works as a spreadsheet does: arrows (Ctrl to the edge), Shift selects, typing replaces,
 * Enter or F2 opens a cell, Tab moves on while a cell is open and leaves the grid otherwise, Delete clears, Ctrl+C, X
 * and V trade with Excel, Ctrl+D fills down, Ctrl+Z and Y undo and redo. Totals and formulas follow at once.
 */
export function Worksheet(props: WorksheetProps) {
  const { caption, columns, lines, readOnly = false, rounding = true, total = 'Total', onAsk } = props
  const id = useId()
  const sheet: Sheet = useMemo(() => ({ columns, lines, rounding }), [columns, lines, rounding])
  const { state, act, reckoned, rows } = useSheet(sheet, props.cells, props.onChange)
  const { table, visited, handlers, onEditKey, onEditBlur } = useSheetInput({
    ...{ state, act, rows, readOnly },
    onAsk: onAsk && (({ line, column }) => onAsk(lines[line]!, columns[column]!)),
  })
  const fault = props.faultsOf?.(lines[state.active.line] ?? NO_LINE)?.[state.active.column]
  const said = saidOf(state, columns, total, (column) => cellText(reckoned.total(column), column, rounding))
  const shared = { columns, rounding, readOnly, onEditKey, onEditBlur, cellId: props.cellId }
  return (
    <div className={css.sheet} data-asks={onAsk ? true : undefined}>
      <div className={css.scroll}>
        <table
          {...grid(readOnly)}
          {...handlers}
          ref={table}
          aria-label={caption}
          aria-rowcount={lines.length + 1}
          aria-describedby={`${id}-state`}
        >
          <SheetHead heading={props.lineHeading ?? 'Account'} columns={columns} />
          <tbody>
            {lines.map((line, index) => (
              <SheetRow
                key={line.key}
                {...shared}
                {...standOf(state, index, visited)}
                line={line}
                index={index}
                values={rows[index] ?? NO_VALUES}
                faults={props.faultsOf?.(line)}
              />
            ))}
          </tbody>
          {total === null ? null : (
            <SheetTotals label={total} columns={columns} reckoned={reckoned} rounding={rounding} />
          )}
        </table>
      </div>
      <div id={`${id}-state`} className={state.refusal || fault ? css.refusal : css.said} role="status">
        {state.refusal || fault || said}
      </div>
    </div>
  )
}

const NO_LINE: SheetLine = { key: '', label: '' }
const NO_VALUES: readonly CellValue[] = []

/** Where cursor and selection stand in one line; for all other lines the same, so that they are not repainted. */
function standOf(state: SheetState, index: number, visited: boolean) {
  const { from, to } = selection(state)
  const selected = visited && index >= from.line && index <= to.line
  const here = index === state.active.line
  return {
    active: here ? state.active.column : -1,
    editing: here ? state.editing : null,
    refused: here && state.refusal !== '',
    from: selected ? from.column : -1,
    to: selected ? to.column : -1,
  }
}

/** What the last deed is to be told as: after a value was entered, the new total of its column. */
function saidOf(
  { entered, said }: SheetState,
  columns: readonly SheetColumn[],
  total: string | null,
  sum: (column: SheetColumn) => string,
): string {
  const column = entered === null || total === null ? undefined : columns[entered]
  const text = column ? sum(column) : ''
  return text === '' ? said : `${total} ${column?.label}: ${text}`
}

function SheetHead({ heading, columns }: { heading: string; columns: readonly SheetColumn[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{heading}</th>
        {columns.map(({ key, kind, width, label }) => (
          <th key={key} scope="col" className={kind === 'text' ? css.text : undefined} style={{ minWidth: width }}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
