import { memo, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { IconChevronDown, IconChevronRight, IconCopy, IconTrash } from '../frame/icons.ts'
import { Control, shownAs } from './Control.tsx'
import { displayValue } from './display.ts'
import { FieldError } from './FieldFrame.tsx'
import { fieldId, useFault, useFormParts } from './formContext.ts'
import css from './lines.module.css'
import type { ResolvedColumn } from './lines.ts'

/** What can be done with one line. */
export type LineAction = 'duplicate' | 'remove' | 'detail'

/** See `LineRow`. */
export interface LineRowProps {
  list: string
  index: number
  /** What one line is called ("Item"). */
  noun: string
  columns: readonly ResolvedColumn[]
  readOnly: boolean
  /** Lines can be added (false: the list is full) and removed; null when neither. */
  canAdd: boolean | null
  onAction: (action: LineAction, index: number) => void
  /** Words of the detail button; none when left out. */
  detailLabel: string | undefined
  /** The detail below the line when it is open. */
  detail: ReactNode
}

/** One line of a list. It is painted again only when its own place or state changes, not while others are typed in. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { list, index, noun, columns, readOnly, canAdd, detail, detailLabel, onAction } = props
  const name = `${noun} ${index + 1}`
  const opened = detail !== null
  return (
    <>
      <tr>
        <th scope="row" data-label={noun}>
          {index + 1}
        </th>
        {columns.map((column) => (
          <LineCell
            key={column.name}
            path={`${list}.${index}.${column.name}`}
            column={column}
            line={name}
            readOnly={readOnly || column.readOnly}
          />
        ))}
        <td className={css.actions} data-noprint>
          {detailLabel === undefined ? null : (
            <button
              type="button"
              aria-expanded={opened}
              aria-label={`${detailLabel}, ${name}`}
              onClick={() => onAction('detail', index)}
            >
              {opened ? (
                <IconChevronDown size={16} aria-hidden="true" />
              ) : (
                <IconChevronRight size={16} aria-hidden="true" />
              )}
              <span>{detailLabel}</span>
            </button>
          )}
          {canAdd === null ? null : <EditButtons {...props} line={name} />}
        </td>
      </tr>
      {opened ? (
        <tr className={css.detail}>
          <td colSpan={columns.length + 2}>{detail}</td>
        </tr>
      ) : null}
    </>
  )
})

function EditButtons({ index, canAdd, line, onAction }: LineRowProps & { line: string }) {
  return (
    <>
      <button
        type="button"
        disabled={!canAdd}
        aria-label={`Duplicate ${line}`}
        title={`Duplicate ${line}`}
        onClick={() => onAction('duplicate', index)}
      >
        <IconCopy size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Remove ${line}`}
        title={`Remove ${line}`}
        onClick={() => onAction('remove', index)}
      >
        <IconTrash size={16} aria-hidden="true" />
      </button>
    </>
  )
}

const FIGURES: ReadonlySet<string> = new Set(['money', 'percent', 'number'])

function LineCell({
  path,
  column,
  line,
  readOnly,
}: {
  path: string
  column: ResolvedColumn
  line: string
  readOnly: boolean
}) {
  const { id: formId, form, leaveField } = useFormParts()
  const { field } = useController({ name: path, control: form.control })
  const error = useFault(path)
  const id = fieldId(formId, path)
  const leave = () => {
    field.onBlur()
    leaveField(path)
  }
  const { kind, facts, label, required } = column
  const control = { kind, facts, value: field.value as unknown, onChange: field.onChange, onBlur: leave }
  const wiring = { id, required, 'aria-label': `${label}, ${line}`, describedBy: error && `${id}-error` }
  return (
    <td data-label={label} className={FIGURES.has(kind) ? css.figure : undefined}>
      {readOnly ? (
        <span>{displayValue({ ...facts, kind: shownAs(kind) }, field.value, facts.options)}</span>
      ) : (
        <Control {...control} {...wiring} invalid={error !== undefined} compact />
      )}
      <FieldError id={id} error={error} />
    </td>
  )
}
