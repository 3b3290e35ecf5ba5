import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { parseMoney } from '#kernel/model/money.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import type { cashFlowNames } from '../model/entities.ts'
import { formatAmount } from './figures.ts'
import type { FormRow } from './formLines.ts'
import styles from './rents.module.css'
import type { ReviewRow } from './reviewLines.ts'

type Kind = 'money' | 'number' | 'text'

/** The values of a row that people type, in the form of a request or in its review. */
type RentRow = Pick<
  FormRow & ReviewRow,
  | 'numberOfExistingTenants'
  | 'requestedRent'
  | 'utilityAllowance'
  | 'approvedRent'
  | 'medianPercent'
  | 'lowerReason'
>

type CashFlowName = (typeof cashFlowNames)[number]
type RentValues = { lines: RentRow[] } & Record<CashFlowName, number | null>

type CellProps = {
  /** The path of the value in the form: `lines.2.approvedRent`. */
  path: `lines.${number}.${keyof RentRow}` | CashFlowName
  /** For screen readers and the summary of faults: `Approved, 2 bedrooms, LIHTC 60%`. */
  label: string
  kind?: Kind
  /** The value that the key `=` fills in, such as the requested rent. */
  same?: number | null
  /** Takes a block pasted from a spreadsheet: a list of cells for each row. */
  onBlock?: (rows: readonly (readonly string[])[]) => void
}

/** Parses the typed text into a value; undefined if it is invalid. */
function parseInput(text: string, kind: Kind): number | string | null | undefined {
  if (kind === 'text') return text === '' ? null : text
  if (text.trim() === '') return null
  const amount = parseMoney(text)
  if (amount === null || (kind === 'number' && !Number.isInteger(amount))) return undefined
  return amount
}

const formatRent = (value: unknown, kind: Kind): string =>
  kind === 'text' ? String(value ?? '') : formatAmount(typeof value === 'number' ? value : null)

/**
 * Moves the focus by `rows` up or down, or by `columns` within the row. Returns whether there was a cell.
 */
function moveFocus(from: HTMLInputElement, rows: number, columns: number): boolean {
  const [row, column] = (from.dataset.cell ?? '').split(' ')
  const table = from.closest('table')
  const inRow = [...(table?.querySelectorAll<HTMLInputElement>(`[data-cell^="${row} "]`) ?? [])]
  const target =
    rows !== 0
      ? table?.querySelector<HTMLInputElement>(`[data-cell="${Number(row) + rows} ${column}"]`)
      : inRow[inRow.indexOf(from) + columns]
  target?.focus()
  return target != null
}

/**
 * Checks whether an arrow to the side leaves the cell: all text is selected, or the cursor is at that end.
 */
function atEdge({ selectionStart: from, selectionEnd: to, value }: HTMLInputElement, side: 1 | -1): boolean {
  if (from === 0 && to === value.length) return true
  return from === to && from === (side < 0 ? 0 : value.length)
}

/** Gives a pasted block of spreadsheet cells to `onBlock`. Text of a single cell is left to the input. */
function handlePaste(event: ClipboardEvent<HTMLInputElement>, onBlock: CellProps['onBlock']): void {
  const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
  if (!onBlock || !/[\t\n]/.test(text)) return
  event.preventDefault()
  onBlock(text.split(/\r?\n/).map((line) => line.split('\t')))
}

const keyMoves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * An input for a rent that works like a spreadsheet cell: focus selects all of it, every keystroke updates
 * the form, arrows and Enter move among the rows, Tab moves to the next cell, and `=` fills in `same`.
 */
export function RentCell({ path, label, kind = 'money', same, onBlock }: CellProps) {
  const { form, id } = useFormParts<RentValues>()
  const { field } = useController({ name: path, control: form.control })
  const [inputText, setInputText] = useState<string | null>(null)
  const fault = useFault(path)
  useLabel(path, label)
  const [, row = '', name = ''] = path.split('.')
  const changeInput = (text: string) => {
    setInputText(text)
    const value = parseInput(text, kind)
    if (value !== undefined) field.onChange(value)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '=' && same !== undefined && kind !== 'text') {
      event.preventDefault()
      setInputText(null)
      field.onChange(same)
      return
    }
    const move = keyMoves[event.key]
    if (!move || (move[1] !== 0 && !atEdge(event.currentTarget, move[1] as 1 | -1))) return
    if (moveFocus(event.currentTarget, ...(move as [number, number]))) event.preventDefault()
  }
  return (
    <input
      id={fieldId(id, path)}
      className={styles.input}
      data-kind={kind}
      data-cell={`${row} ${name}`}
      aria-label={label}
      aria-invalid={fault ? true : undefined}
      title={fault}
      inputMode={kind === 'text' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={kind === 'text' ? 500 : 20}
      value={inputText ?? formatRent(field.value, kind)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => changeInput(event.currentTarget.value)}
      onBlur={() => {
        setInputText(null)
        field.onBlur()
      }}
      onKeyDown={handleKey}
      onPaste={(event) => handlePaste(event, onBlock)}
    />
  )
}
