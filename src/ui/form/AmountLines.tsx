import { type KeyboardEvent, type ReactNode, useContext } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { useKeys } from '../frame/keys.ts'
import css from './amountLines.module.css'
import { Control } from './Control.tsx'
import { FieldError } from './FieldFrame.tsx'
import { FormPartsContext, FormReadOnlyContext, fieldId, useFault, useFormParts } from './formContext.ts'

/** A line that claims an amount, as it is decided on. */
export type AmountLine = {
  key: number
  title: string
  /** What else tells it from others, below the title. */
  facts: string
  claimed: number | null
  /** What stands as approved, and why less; while it is decided the form's values do. */
  approved: number | null
  reason: string | null
  /** What belongs to it, in few words, such as its documents. */
  marks?: ReactNode
}

type Lines = {
  /** Path of the list in the form's values, whose lines have `approvedAmount` and `denialReason`. */
  name: string
  /** What one line is called. */
  noun: string
  lines: readonly AmountLine[]
  /** The key of the line that is looked at. */
  selected: number | null
  onSelect: (key: number) => void
  /** What stands below the line that is looked at, where there is no room beside. */
  below?: ReactNode
}

/**
 * Amounts claimed, each with what is approved of it and, where that is less, why. In a form they are typed: `=` takes
 * what is claimed, up and down go from line to line. Outside of one, or in a read-only form, they are shown.
 */
export function AmountLines(lines: Lines) {
  const parts = useContext(FormPartsContext)
  const readOnly = useContext(FormReadOnlyContext)
  const editable = parts !== null && !readOnly
  const at = lines.lines.findIndex(({ key }) => key === lines.selected)
  const toLine = () => void (parts && goTo(parts.id, lines.name, Math.max(0, at)))
  useKeys(
    `${lines.noun}s`,
    editable ? ['ArrowDown', 'ArrowUp'].map((key) => ({ key, label: 'To the amounts', run: toLine })) : [],
  )
  return (
    <div className={css.box}>
      <table className={css.lines} aria-label={`${lines.noun}s`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Number</span>
            </th>
            <th scope="col">{lines.noun}</th>
            <th scope="col" className={css.figure}>
              Claimed
            </th>
            <th scope="col" className={css.figure}>
              Approved
            </th>
            <th scope="col">Reason</th>
            <th scope="col">Documents</th>
          </tr>
        </thead>
        <tbody>
          {lines.lines.map((line, index) =>
            editable ? (
              <TypedLine key={line.key} {...lines} line={line} index={index} />
            ) : (
              <Row key={line.key} {...lines} line={line} index={index} {...shownCells(line)} />
            ),
          )}
        </tbody>
        {editable ? <TypedTotals {...lines} /> : <Totals lines={lines.lines} noun={lines.noun} />}
      </table>
    </div>
  )
}

type LineProps = Lines & { line: AmountLine; index: number }

const shownCells = ({ approved, reason }: AmountLine) => ({
  approved: formatMoney(approved),
  reason: reason ?? '',
})

/** The number of the amount's field, and how one comes to that of another line. */
function goTo(formId: string, name: string, index: number): boolean {
  const field = document.getElementById(fieldId(formId, `${name}.${index}.approvedAmount`))
  field?.focus()
  return field !== null
}

function TypedLine(props: LineProps) {
  const { name, noun, line, index, lines } = props
  const { id, form, leaveField } = useFormParts()
  const path = `${name}.${index}`
  const amount = useController({ name: `${path}.approvedAmount`, control: form.control }).field
  const reason = useController({ name: `${path}.denialReason`, control: form.control }).field
  const approved = amount.value as number | null
  const less = approved !== null && approved < (line.claimed ?? 0)
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '=') amount.onChange(line.claimed)
    else if (by === undefined || !goTo(id, name, (index + by + lines.length) % lines.length)) return
    event.preventDefault()
  }
  const spoken = `${noun} ${index + 1}`
  return (
    <Row
      {...props}
      changed={approved !== null && approved !== line.claimed}
      approved={
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the field inside.
        <div onKeyDown={keys}>
          <Cell path={`${path}.approvedAmount`}>
            {(wiring) => (
              <Control
                {...wiring}
                kind="money"
                facts={{ rounding: false }}
                value={approved}
                onChange={amount.onChange}
                onBlur={() => leaveField(`${path}.approvedAmount`)}
                aria-label={`Approved amount, ${spoken}`}
                required
                compact
              />
            )}
          </Cell>
        </div>
      }
      reason={
        (less || reason.value) && (
          <Cell path={`${path}.denialReason`}>
            {(wiring) => (
              <Control
                {...wiring}
                kind="text"
                facts={{ maxLength: 1000 }}
                value={reason.value}
                onChange={reason.onChange}
                onBlur={() => leaveField(`${path}.denialReason`)}
                aria-label={`Reason for the reduction, ${spoken}`}
                required={less}
                compact
              />
            )}
          </Cell>
        )
      }
    />
  )
}

type CellWiring = { id: string; describedBy?: string; invalid: boolean }

function Cell({ path, children }: { path: string; children: (wiring: CellWiring) => ReactNode }) {
  const { id: formId } = useFormParts()
  const error = useFault(path)
  const id = fieldId(formId, path)
  return (
    <>
      {children({ id, invalid: error !== undefined, ...(error ? { describedBy: `${id}-error` } : {}) })}
      <FieldError id={id} error={error} />
    </>
  )
}

function Row({
  noun,
  line,
  index,
  selected,
  onSelect,
  below,
  approved,
  reason,
  changed = line.approved !== null && line.approved !== line.claimed,
}: LineProps & { approved: ReactNode; reason: ReactNode; changed?: boolean }) {
  const isSelected = line.key === selected
  const select = () => {
    if (!isSelected) onSelect(line.key)
  }
  return (
    <>
      <tr data-selected={isSelected || undefined} onFocus={select}>
        <th scope="row">{index + 1}</th>
        <td>
          <button type="button" className={css.title} aria-current={isSelected || undefined} onClick={select}>
            {line.title || `${noun} ${index + 1}`}
          </button>
          <span className={css.facts}>{line.facts}</span>
        </td>
        <td className={css.figure} data-label="Claimed">
          {formatMoney(line.claimed)}
        </td>
        <td className={css.figure} data-label="Approved" data-changed={changed || undefined}>
          {approved}
        </td>
        <td className={css.reason} data-label={reason ? 'Reason' : undefined}>
          {reason}
        </td>
        <td className={css.marks}>{line.marks}</td>
      </tr>
      {isSelected && below && (
        <tr className={css.below}>
          <td colSpan={6}>{below}</td>
        </tr>
      )}
    </>
  )
}

type Decided = { approvedAmount: number | null }

/** The lines with their amounts as they are typed. */
function TypedTotals({ name, lines, noun }: Lines) {
  const { form } = useFormParts()
  const typed = (useWatch({ control: form.control, name }) as readonly Decided[] | undefined) ?? []
  const now = lines.map((line, index) => ({ ...line, approved: typed[index]?.approvedAmount ?? null }))
  return <Totals lines={now} noun={noun} />
}

function Totals({ lines, noun }: { lines: readonly AmountLine[]; noun: string }) {
  const decided = lines.filter((line) => line.approved !== null)
  const open = lines.length - decided.length
  const reduced = decided.filter((line) => (line.approved ?? 0) < (line.claimed ?? 0))
  const cut = sumMoney(reduced.map((line) => (line.claimed ?? 0) - (line.approved ?? 0)))
  return (
    <tfoot>
      <tr>
        <td />
        <th scope="row">
          {lines.length} {lines.length === 1 ? noun.toLowerCase() : `${noun.toLowerCase()}s`}
          {reduced.length > 0 && `, ${reduced.length} reduced`}
        </th>
        <td className={css.figure}>{formatMoney(sumMoney(lines.map((line) => line.claimed)))}</td>
        <td className={css.figure}>{formatMoney(sumMoney(decided.map((line) => line.approved)))}</td>
        <td colSpan={2}>
          {open > 0 ? `${open} without an amount` : cut > 0 ? `${formatMoney(cut)} not approved` : ''}
        </td>
      </tr>
    </tfoot>
  )
}
