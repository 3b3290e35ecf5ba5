import { memo } from 'react'
import { cellText } from './format.ts'
import { type CellValue, isEditable, nameOfLine, type SheetColumn, type SheetLine } from './sheet.ts'
import css from './worksheet.module.css'

const gridcell = (isChosen: boolean, fixed: boolean) =>
  ({ role: 'gridcell', 'aria-selected': isChosen, 'aria-readonly': fixed || undefined }) as const

/** The props of `SheetRow`. They do not change for a row that is neither edited nor under the cursor. */
export interface SheetRowProps {
  line: SheetLine
  index: number
  columns: readonly SheetColumn[]
  /** The values of the line in the order of the columns. It is the same array until a value changes. */
  values: readonly CellValue[]
  /** The faults of the line in the order of the columns. It is the same array until a fault changes. */
  faults: readonly (string | undefined)[] | undefined
  /**
   * Prompts for the empty cells of the line, in the order of the columns. It is the same array until one
   * changes.
   */
  prompts: readonly (string | undefined)[] | undefined
  /** Whether codes have their own column. */
  coded: boolean
  rounding: boolean
  readOnly: boolean
  /** The column of the cursor if it is in this line, or else −1. */
  active: number
  /** First and last selected column, −1 for none. */
  from: number
  to: number
  /** The initial text of the open cell in this line. Null if none is open. */
  editing: string | null
  refused: boolean
  onEditKey: (press: { key: string; ctrl: boolean; shift: boolean; alt: boolean }, text: string) => boolean
  onEditBlur: (text: string) => void
  cellId: ((line: SheetLine, column: SheetColumn) => string | undefined) | undefined
}

/** One line of a worksheet. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { line, index, columns, values, active, from, to, editing, readOnly, coded } = props
  if (line.kind === 'heading')
    return <Heading line={line} index={index} span={columns.length + (coded ? 2 : 1)} />
  const computed = line.kind === 'computed' || line.formula !== undefined
  return (
    <tr
      aria-rowindex={index + 2}
      className={computed ? css.computed : undefined}
      data-grand={line.grand || undefined}
    >
      {coded && (
        <th scope="row" className={css.code}>
          {line.code}
        </th>
      )}
      <th scope="row" className={css.name} title={line.label}>
        {line.label}
      </th>
      {columns.map((column, position) => {
        const open = position === active && editing !== null
        const value = values[position] ?? null
        const prompt = value === null ? props.prompts?.[position] : undefined
        const fault = props.faults?.[position] ?? prompt
        const fixed = readOnly || !isEditable(line, column)
        return (
          <td
            key={column.key}
            {...gridcell(position >= from && position <= to, fixed)}
            id={props.cellId?.(line, column)}
            data-line={index}
            data-column={position}
            data-active={position === active || undefined}
            data-fixed={fixed || undefined}
            data-reference={column.reference?.(line.key)}
            data-computed={computed || column.formula ? true : undefined}
            aria-invalid={fault ? true : undefined}
            title={fault ?? (typeof value === 'string' ? value : undefined)}
            tabIndex={position === active ? 0 : -1}
            className={column.kind === 'text' ? css.text : undefined}
          >
            {open ? (
              <CellEditor {...props} column={column} value={value} text={editing} />
            ) : prompt ? (
              <span className={css.prompt}>{prompt}</span>
            ) : (
              cellText(value, column, props.rounding)
            )}
          </td>
        )
      })}
    </tr>
  )
})

/**
 * The open cell. Typed text remains in an uncontrolled input until it is entered, so that typing renders
 * nothing.
 */
function CellEditor({
  line,
  column,
  value,
  rounding,
  text,
  refused,
  onEditKey,
  onEditBlur,
}: SheetRowProps & { column: SheetColumn; value: Parameters<typeof cellText>[0]; text: string }) {
  return (
    <div className={css.open}>
      <span aria-hidden="true">{cellText(value, column, rounding)}</span>
      <input
        ref={focusAtEnd}
        className={css.editor}
        defaultValue={text}
        aria-label={`${nameOfLine(line)}, ${column.label}`}
        aria-invalid={refused || undefined}
        inputMode={column.kind === 'text' ? 'text' : 'decimal'}
        autoComplete="off"
        onKeyDown={(event) => {
          event.stopPropagation()
          const press = {
            key: event.key,
            ctrl: event.ctrlKey || event.metaKey,
            shift: event.shiftKey,
            alt: event.altKey,
          }
          if (onEditKey(press, event.currentTarget.value)) event.preventDefault()
        }}
        onBlur={(event) => onEditBlur(event.currentTarget.value)}
      />
    </div>
  )
}

function focusAtEnd(input: HTMLInputElement | null): void {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** A heading, with a button if its lines can be folded. */
function Heading({ line: { label, fold }, index, span }: { line: SheetLine; index: number; span: number }) {
  return (
    <tr aria-rowindex={index + 2} className={css.heading}>
      <th scope="rowgroup" colSpan={span}>
        {fold ? (
          <button type="button" aria-expanded={!fold.folded} onClick={fold.toggle}>
            <span aria-hidden>{fold.folded ? '▸' : '▾'}</span> {label}
          </button>
        ) : (
          label
        )}
      </th>
    </tr>
  )
}
