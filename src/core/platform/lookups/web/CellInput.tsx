import type { KeyboardEvent } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import type { FieldKind } from '#kernel/model/field.ts'
import css from './lists.module.css'

/** An option for the value of a cell. */
export type CellOption = { value: number; label: string }

/** Formats a value for a cell. */
export function formatCellValue(value: unknown, kind: FieldKind, options?: readonly CellOption[]): string {
  if (options) return options.find((option) => option.value === value)?.label ?? ''
  if (kind === 'day') return formatDate(value as string | null, 'MM/DD/YYYY')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null || value === undefined ? '' : String(value)
}

/** Focuses the input when the row opens, and not at later renders. */
function focusOnce(input: HTMLInputElement | null): void {
  if (!input || input.dataset.opened) return
  input.dataset.opened = 'true'
  input.focus()
}

/** The input of one cell in the row that is being edited. Enter saves the row, Escape cancels. */
export function CellInput({
  label,
  kind,
  value,
  options,
  first,
  onChange,
  onSave,
  onCancel,
}: {
  label: string
  kind: FieldKind
  value: unknown
  options?: readonly CellOption[] | undefined
  /** Whether it takes the focus when the row opens. */
  first: boolean
  onChange: (value: unknown) => void
  onSave: () => void
  onCancel: () => void
}) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') onSave()
    else onCancel()
  }
  const shared = { 'aria-label': label, className: css.input, onKeyDown: press }
  if (options)
    return (
      <select
        {...shared}
        defaultValue={String(value ?? '')}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="" />
        {options.map((cellOption) => (
          <option key={cellOption.value} value={cellOption.value}>
            {cellOption.label}
          </option>
        ))}
      </select>
    )
  if (kind === 'flag')
    return (
      <input
        {...shared}
        className={css.tick}
        type="checkbox"
        defaultChecked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  return (
    <input
      {...shared}
      ref={first ? focusOnce : undefined}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      defaultValue={formatCellValue(value, kind)}
      placeholder={kind === 'day' ? 'MM/DD/YYYY' : undefined}
      onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value)}
    />
  )
}
