import { type CSSProperties, useId, useMemo } from 'react'
import { useRoomy } from '#ui/frame/roomy.ts'
import { cellText, getColumnHead } from './format.ts'
import { type Place, selection } from './moves.ts'
import { SheetRow } from './SheetRow.tsx'
import { SheetTotals } from './SheetTotals.tsx'
import type { Cells, CellValue, Sheet, SheetColumn, SheetLine } from './sheet.ts'
import type { SheetState } from './state.ts'
import { useSheet } from './useSheet.ts'
import { useSheetInput } from './useSheetInput.ts'
import css from './worksheet.module.css'

/** See `Worksheet`. */
export interface WorksheetProps {
  /** The name of the worksheet, for screen readers. */
  caption: string
  /** Keep columns and lines stable (declared once, or memoised): a new array repaints everything. */
  columns: readonly SheetColumn[]
  lines: readonly SheetLine[]
  cells: Cells
  /** Called with the new values after each action. */
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
  /** Returns the faults of the cells of a line, in the order of the columns. Keep the arrays stable. */
  faultsOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
  /** Returns the prompts for empty cells of a line, such as for a note. Keep the arrays stable. */
  promptsOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
  /** Called by Alt+ArrowDown where no problem is left in this worksheet. */
  onNoProblem?: (() => void) | undefined
  /** Asked where a figure comes from: Alt+Enter on any cell, a click on a computed one. */
  onAsk?: (line: SheetLine, column: SheetColumn) => void
}

// A grid in a real table: arrow keys reach it, and it prints and zooms as a table.
const grid = (readOnly: boolean) =>
  ({ role: 'grid', 'aria-multiselectable': true, 'aria-readonly': readOnly || undefined }) as const

/**
 * A worksheet of money that works as a spreadsheet does: arrows and Enter go over the cells that can be typed
 * into (with Ctrl over all), Shift selects, typing replaces, F2 opens a cell, Tab moves on while a cell is
 * open and leaves the grid otherwise, Delete clears, Ctrl+C, X and V trade with Excel, Ctrl+D fills down,
 * Ctrl+Z and Y undo and redo, Alt+ArrowDown goes to the next problem. Totals and formulas follow at once.
 */
export function Worksheet(props: WorksheetProps) {
  const { caption, columns, lines, readOnly = false, rounding = true, total = 'Total', onAsk } = props
  const id = useId()
  const [roomy] = useRoomy()
  const sheet: Sheet = useMemo(
    () => ({ columns, lines, rounding, readOnly }),
    [columns, lines, rounding, readOnly],
  )
  const { state, act, reckoned, rows } = useSheet(sheet, props.cells, props.onChange)
  const { table, visited, handlers, onEditKey, onEditBlur } = useSheetInput({
    state,
    act,
    rows,
    readOnly,
    onAsk: onAsk && (({ line, column }) => onAsk(lines[line]!, columns[column]!)),
    words: ({ column }) => columns[column]?.kind === 'text',
    problems: () => findProblems(props, rows),
    onNoProblem: props.onNoProblem,
  })
  const fault = problemAt(props, state.active, rows)
  const summary = describeSelection(state, columns, total, (column) =>
    cellText(reckoned.total(column), column, rounding),
  )
  const coded = lines.some((line) => line.code !== undefined)
  const shared = { columns, rounding, coded }
  const row = { ...shared, readOnly, onEditKey, onEditBlur, cellId: props.cellId }
  return (
    <div className={css.sheet} data-asks={onAsk ? true : undefined} data-roomy={roomy || undefined}>
      <div className={css.scroll}>
        <table
          {...grid(readOnly)}
          {...handlers}
          ref={table}
          aria-label={caption}
          aria-rowcount={lines.length + 1}
          aria-describedby={`${id}-state`}
        >
          <SheetHead heading={props.lineHeading ?? 'Account'} columns={columns} coded={coded} />
          <tbody>
            {lines.map((line, index) => (
              <SheetRow
                key={line.key}
                {...row}
                {...getSelection(state, index, visited)}
                line={line}
                index={index}
                values={rows[index] ?? NO_VALUES}
                faults={props.faultsOf?.(line)}
                prompts={props.promptsOf?.(line)}
              />
            ))}
          </tbody>
          {total === null ? null : <SheetTotals label={total} {...shared} reckoned={reckoned} />}
        </table>
      </div>
      <Said id={`${id}-state`} problem={state.refusal || fault} said={summary} />
    </div>
  )
}

/** The line under a worksheet: the fault of the cell under the cursor, or the result of the last action. */
const Said = ({ id, problem, said }: { id: string; problem: string | undefined; said: string }) => (
  <div id={id} className={problem ? css.refusal : css.said} role="status">
    {problem || said}
  </div>
)

/** Returns the fault of the cell under the cursor, or its prompt while it is empty. */
function problemAt(
  { lines, ...props }: WorksheetProps,
  place: Place,
  rows: readonly (readonly CellValue[])[],
) {
  const line = lines[place.line] ?? NO_LINE
  const empty = (rows[place.line]?.[place.column] ?? null) === null
  return (
    props.faultsOf?.(line)?.[place.column] ?? (empty ? props.promptsOf?.(line)?.[place.column] : undefined)
  )
}

/** The cells that have a fault or ask for something, in reading order. */
function findProblems(
  { lines, columns, ...props }: WorksheetProps,
  rows: readonly (readonly CellValue[])[],
): Place[] {
  return lines.flatMap((sheetLine, line) => {
    const [faults, prompts] = [props.faultsOf?.(sheetLine), props.promptsOf?.(sheetLine)]
    if (!faults && !prompts) return []
    const open = (index: number) =>
      faults?.[index] || (prompts?.[index] && (rows[line]?.[index] ?? null) === null)
    return columns.flatMap((_, column) => (open(column) ? [{ line, column }] : []))
  })
}

const NO_LINE: SheetLine = { key: '', label: '' }
const NO_VALUES: readonly CellValue[] = []

/**
 * Returns the positions of cursor and selection in one line; the same value for all other lines, so that they
 * are not repainted.
 */
function getSelection(state: SheetState, index: number, visited: boolean) {
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

/** The words for the last action: after a value was entered, the new total of its column. */
function describeSelection(
  { entered, said }: SheetState,
  columns: readonly SheetColumn[],
  total: string | null,
  sum: (column: SheetColumn) => string,
): string {
  const column = entered === null || total === null ? undefined : columns[entered]
  const text = column ? sum(column) : ''
  return text === '' ? said : `${said} ${total} ${column?.label}: ${text}`.trim()
}

type HeadProps = { heading: string; columns: readonly SheetColumn[]; coded: boolean }

function SheetHead({ heading, columns, coded }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {coded && (
          <th scope="col" className={css.code}>
            Code
          </th>
        )}
        <th scope="col" className={css.name}>
          {heading}
        </th>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={column.kind === 'text' ? css.text : undefined}
            style={
              column.width === undefined
                ? undefined
                : ({ '--column-width': `${column.width}px` } as CSSProperties)
            }
          >
            {getColumnHead(column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
