import { memo, type ReactNode, useSyncExternalStore } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController, useWatch } from 'react-hook-form'
import type { Fault } from '#kernel/model/refusals.ts'
import { IconChevronDown, IconChevronRight, IconCopy, IconTrash } from '../frame/icons.ts'
import { Control, getDisplayKind } from './Control.tsx'
import { displayValue } from './display.ts'
import { followFault } from './ErrorSummary.tsx'
import { FieldError } from './FieldFrame.tsx'
import { nameFaults } from './faults.ts'
import { fieldId, useFault, useFormParts } from './formContext.ts'
import faultCss from './lineFaults.module.css'
import css from './lines.module.css'
import type { Line, ResolvedColumn } from './lines.ts'

/** The actions on one line. */
export type LineAction = 'duplicate' | 'remove' | 'detail'

/** A last column of a list that shows the status of each line. */
export interface LineMarks {
  label: string
  /** The width in pixels. */
  width: number
  /** `open` shows the line's detail. */
  render: (index: number, open: () => void) => ReactNode
  /** The content of the row of sums. */
  total?: ReactNode
}

/** See `LineRow`. */
export interface LineRowProps {
  list: string
  index: number
  /** The name of one line ("Item"). */
  noun: string
  columns: readonly ResolvedColumn[]
  readOnly: boolean
  /**
   * Whether lines can be added; false if the list is full, and null if lines can be neither added nor
   * removed.
   */
  canAdd: boolean | null
  onAction: (action: LineAction, index: number) => void
  /** The label of the button for details; undefined for no button. */
  detailLabel: string | undefined
  marks: LineMarks | undefined
  /** The detail below the line when it is open. */
  detail: ReactNode
}

/**
 * One line of a list. It renders again only when its own position or state changes, not while other lines are
 * edited.
 */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { list, index, noun, columns, readOnly, canAdd, detail, detailLabel, marks, onAction } = props
  const name = `${noun} ${index + 1}`
  const isOpened = detail !== null
  const faults = useLineFaults(list, index)
  const formId = useFormParts().id
  const open = () => (isOpened ? undefined : onAction('detail', index))
  const width = columns.length + (marks ? 3 : 2)
  return (
    <>
      <tr
        id={fieldId(formId, `${list}.${index}`)}
        tabIndex={-1}
        className={faults.length > 0 ? faultCss.faulty : undefined}
      >
        <th scope="row" data-label={noun}>
          {index + 1}
        </th>
        {columns.map((column) =>
          column.formula ? (
            <ComputedCell key={column.name} line={`${list}.${index}`} column={column} />
          ) : (
            <LineCell
              key={column.name}
              path={`${list}.${index}.${column.name}`}
              column={column}
              line={name}
              readOnly={readOnly || column.readOnly}
            />
          ),
        )}
        {marks ? <td data-label={marks.label}>{marks.render(index, open)}</td> : null}
        <td className={css.actions} data-noprint>
          {detailLabel === undefined ? null : <DetailButton {...props} line={name} opened={isOpened} />}
          {canAdd === null ? null : <EditButtons {...props} line={name} />}
        </td>
      </tr>
      {faults.length > 0 ? <FaultsRow faults={faults} columns={columns} width={width} /> : null}
      {isOpened ? (
        <tr className={css.detail}>
          <td colSpan={width}>{detail}</td>
        </tr>
      ) : null}
    </>
  )
})

/** Shows the faults of a line, in the words of the error summary; each leads to its field. */
function FaultsRow({
  faults,
  columns,
  width,
}: Pick<LineRowProps, 'columns'> & { faults: Fault[]; width: number }) {
  const parts = useFormParts()
  const namedFaults = nameFaults(parts.schema, faults, parts.labels)
  const isColumn = (field: string) => columns.some(({ name }) => field.endsWith(`.${name}`))
  return (
    <tr
      className={`${faultCss.faults} ${faults.every(({ field }) => isColumn(field)) ? faultCss.atField : ''}`}
      data-noprint
    >
      <td colSpan={width}>
        <ul>
          {namedFaults.map(({ field, name, message }) => (
            // When lines are cards, the fault is already shown next to its field.
            <li key={field} className={isColumn(field) ? faultCss.atField : undefined}>
              <button type="button" onClick={() => followFault(parts, field)}>
                {name.split(': ').at(-1)}
              </button>
              : {message}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** Returns the faults of one line and its details, and renders again only when these change. */
function useLineFaults(list: string, index: number): Fault[] {
  const { faults } = useFormParts().session
  const fieldPrefix = `${list}.${index}.`
  const read = () =>
    JSON.stringify([
      ...new Map(
        faults
          .all()
          .filter((storedFault) => storedFault.field.startsWith(fieldPrefix))
          .map((storedFault) => [storedFault.field, storedFault.message]),
      ),
    ])
  const faultsJson = useSyncExternalStore(faults.subscribe, read, read)
  return (JSON.parse(faultsJson) as [string, string][]).map(([field, message]) => ({ field, message }))
}

function DetailButton({
  index,
  detailLabel,
  marks,
  onAction,
  line,
  opened,
}: LineRowProps & { line: string; opened: boolean }) {
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      aria-expanded={opened}
      aria-label={`${detailLabel}, ${line}`}
      onClick={() => onAction('detail', index)}
    >
      <Icon size={16} aria-hidden="true" />
      <span className={marks ? faultCss.aside : undefined}>{detailLabel}</span>
    </button>
  )
}

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

const FIGURES: ReadonlySet<string> = new Set(['money', 'dollar', 'percent', 'number'])

/** Shows a figure that is computed from the typed values of its line. */
function ComputedCell({ line, column: { label, facts, formula } }: { line: string; column: ResolvedColumn }) {
  const { form } = useFormParts<FieldValues>()
  const watch = useWatch({ control: form.control, name: line }) as Line | undefined
  return (
    <td data-label={label} className={css.figure}>
      <span>{displayValue({ ...facts, kind: 'money' }, watch ? (formula?.(watch) ?? null) : null)}</span>
    </td>
  )
}

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
  const { id: formId, form, leaveField } = useFormParts<FieldValues>()
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
        <span>{displayValue({ ...facts, kind: getDisplayKind(kind) }, field.value, facts.options)}</span>
      ) : (
        <Control {...control} {...wiring} invalid={error !== undefined} compact />
      )}
      <div className={faultCss.inCell}>
        <FieldError id={id} error={error} />
      </div>
    </td>
  )
}
