import { type CSSProperties, useId, useMemo } from 'react'
import { useRoomy } from '#ui/frame/density.ts'
import { cellText, getColumnHead } from './format.ts'
import { type Place, selection } from './moves.ts'
import { SheetRow } from './SheetRow.tsx'
import { SheetTotals } from './SheetTotals.tsx'
import type { Cells, CellValue, Sheet, SheetColumn, SheetLine } from './sheet.ts'
import type { SheetState } from './state.ts'
import { useSheet } from './useSheet.ts'
import { useSheetInput } from './useSheetInput.ts'
import css from './worksheet.module.css'

/** The props of `Worksheet`. */
export interface WorksheetProps {
  /** The name of the worksheet, for screen readers. */
  caption: string
  /** Columns and lines must be declared once or memoized, because a new array renders everything again. */
  columns: readonly SheetColumn[]
  lines: readonly SheetLine[]
  cells: Cells
  /** Called with the new values after each action. */
  onChange?: (cells: Cells) => void
  readOnly?: boolean
  /** Whether amounts are rounded to whole dollars. The default is true. VAL-12. */
  rounding?: boolean
  /** The label of the row of totals. Null for none. */
  total?: string | null
  /** The heading of the column of line labels. */
  lineHeading?: string
  /** Returns the id of a cell, so that an error summary can link to it. It must be a stable function. */
  cellId?: (line: SheetLine, column: SheetColumn) => string | undefined
  /** Returns the faults of the cells of a line, in the order of the columns. The arrays must be stable. */
  faultsOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
  /** Returns the prompts for empty cells of a line, such as for a note. The arrays must be stable. */
  promptsOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
  /** Called by Alt+ArrowDown if this worksheet has no problem. */
  onNoProblem?: (() => void) | undefined
  /** Explains a figure. Called by Alt+Enter on any cell and by a click on a computed one. */
  onAsk?: (line: SheetLine, column: SheetColumn) => void
}

// A grid in an HTML table, so that it works with arrow keys but prints and zooms like a table.
const grid = (readOnly: boolean) =>
  ({ role: 'grid', 'aria-multiselectable': true, 'aria-readonly': readOnly || undefined }) as const

/**
 * A worksheet of money that works like a spreadsheet. Arrows and Enter move between editable cells (with Ctrl
 * between all cells), Shift selects, typing replaces the value, and F2 opens a cell. Tab moves on while a
 * cell is open and leaves the grid otherwise. Delete clears, Ctrl+C, X and V copy, cut and paste from and to
 * Excel, Ctrl+D fills down, Ctrl+Z and Y undo and redo, and Alt+ArrowDown goes to the next problem. Totals
 * and formulas update at once.
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
  const fault = getProblem(props, state.active, rows)
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
      <StatusLine id={`${id}-state`} problem={state.refusal || fault} message={summary} />
    </div>
  )
}

/** The line under a worksheet: the fault of the cell under the cursor, or the result of the last action. */
const StatusLine = ({
  id,
  problem,
  message,
}: {
  id: string
  problem: string | undefined
  message: string
}) => (
  <div id={id} className={problem ? css.refusal : css.said} role="status">
    {problem || message}
  </div>
)

/** Returns the fault of a cell, or its prompt while it is empty. */
function getProblem(
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

/** Returns the cells with a fault or a prompt, in reading order. */
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
 * Returns the positions of the cursor and the selection in one line. The values are the same for all lines
 * without them, so that these do not render again.
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

/** Returns the message about the last action, with the new total of the column after a value was entered. */
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
