import { type KeyboardEvent, type ReactNode, useContext } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController, useWatch } from 'react-hook-form'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { useKeys } from '../frame/keys.ts'
import { AMOUNT, type AmountLine, type Lines } from './amountLine.ts'
import css from './amountLines.module.css'
import { Control } from './Control.tsx'
import { FieldError } from './FieldFrame.tsx'
import type { ListPath } from './fieldPath.ts'
import {
  type FormParts,
  FormPartsContext,
  FormReadOnlyContext,
  fieldId,
  type NoValues,
  useFault,
  useFormParts,
} from './formContext.ts'
import { getFieldFacts, schemaAt } from './metadata.ts'
import { LineNavigation, useOneAtATime } from './OneLine.tsx'

/**
 * A table of claimed amounts, each with its approved amount and the reason for a reduction. In a form the
 * approved amounts are inputs: `=` enters the claimed amount, up and down move between lines. Otherwise they
 * are text. On a phone the list comes first, and then one line at a time with its details below. `Values` is
 * the type of the form's values.
 */
export function AmountLines<Values = NoValues>(props: Lines<ListPath<Values>>) {
  const oneAtATime = useOneAtATime(props)
  const lines = oneAtATime.lines
  const parts = useContext(FormPartsContext)
  const readOnly = useContext(FormReadOnlyContext)
  const editable = parts !== null && !readOnly
  const position = lines.lines.findIndex(({ key }) => key === lines.selected)
  const toLine = () => void lines.onStep?.(Math.max(0, position))
  useKeys(
    `${lines.noun}s`,
    editable ? ['ArrowDown', 'ArrowUp'].map((key) => ({ key, label: 'To the amounts', run: toLine })) : [],
  )
  return (
    <div className={css.box}>
      {oneAtATime.alone && <LineNavigation {...lines} at={position} onAll={oneAtATime.close} />}
      <table
        className={css.lines}
        data-alone={oneAtATime.alone || undefined}
        aria-label={`${lines.noun}s`}
        onKeyDown={editable ? amountKeys(parts, lines) : undefined}
      >
        <Head noun={lines.noun} />
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

const Head = ({ noun }: { noun: string }) => (
  <thead>
    <tr>
      <th scope="col">
        <span className="visually-hidden">Number</span>
      </th>
      <th scope="col">{noun}</th>
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
)

type LineProps = Lines & { line: AmountLine; index: number }

const shownCells = ({ approved, reason }: AmountLine) => ({
  approved: formatMoney(approved),
  reason: reason ?? '',
})

/**
 * Handles keys in an amount field: `=` enters the claimed amount. Up, down and Enter move between lines, from
 * the last to the first.
 */
function amountKeys({ id, form }: FormParts, { name, lines, onStep }: Lines) {
  const ids = lines.map((_, index) => fieldId(id, `${name}.${index}.${AMOUNT}`))
  return (event: KeyboardEvent) => {
    const index = ids.indexOf((event.target as HTMLElement).id)
    const offset = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key]
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '=')
      form.setValue(`${name}.${index}.${AMOUNT}`, lines[index]?.claimed ?? null, { shouldDirty: true })
    else if (offset === undefined || !onStep?.((index + offset + lines.length) % lines.length)) return
    event.preventDefault()
  }
}

function TypedLine(props: LineProps) {
  const { name, noun, line, index } = props
  const { form } = useFormParts<FieldValues>()
  const [approved, reason] = useWatch({
    control: form.control,
    name: [`${name}.${index}.${AMOUNT}`, `${name}.${index}.denialReason`],
  }) as [number | null, string | null]
  const less = approved !== null && approved < (line.claimed ?? 0)
  const take = (amount: number) => form.setValue(`${name}.${index}.${AMOUNT}`, amount, { shouldDirty: true })
  const cell = (field: string, text: string, remaining: Pick<CellProps, 'kind' | 'required'>) => (
    <Cell path={`${name}.${index}.${field}`} label={`${text}, ${noun} ${index + 1}`} {...remaining} />
  )
  return (
    <Row
      {...props}
      changed={approved !== null && approved !== line.claimed}
      approved={
        <>
          {cell(AMOUNT, 'Approved amount', { kind: 'money', required: true })}
          {line.key === props.selected && line.offers?.(take)}
        </>
      }
      reason={
        (less || reason) && cell('denialReason', 'Reason for the reduction', { kind: 'text', required: less })
      }
    />
  )
}

type CellProps = { path: string; label: string; kind: 'money' | 'text'; required: boolean }
const CELL_FACTS = { rounding: false, maxLength: 1000 }

function Cell({ path, label, kind, required }: CellProps) {
  const { id: formId, form, schema, leaveField } = useFormParts<FieldValues>()
  const { field } = useController({ name: path, control: form.control })
  const error = useFault(path)
  const id = fieldId(formId, path)
  const control = {
    kind,
    facts: { ...getFieldFacts(schemaAt(schema, path)), ...CELL_FACTS },
    value: field.value as unknown,
    onChange: field.onChange,
    required,
    compact: true,
  }
  return (
    <>
      <Control
        {...control}
        id={id}
        aria-label={label}
        invalid={error !== undefined}
        onBlur={() => leaveField(path)}
        {...(error ? { describedBy: `${id}-error` } : {})}
      />
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
  onOpen,
  approved,
  reason,
  changed = line.approved !== null && line.approved !== line.claimed,
}: LineProps & { approved: ReactNode; reason: ReactNode; changed?: boolean }) {
  const isSelected = line.key === selected
  const select = () => {
    if (!isSelected) onSelect(line.key)
  }
  const open = () => {
    select()
    onOpen?.()
  }
  return (
    <>
      <tr data-selected={isSelected || undefined} onFocus={select}>
        <th scope="row">{index + 1}</th>
        <td>
          <button
            type="button"
            data-print
            className={css.title}
            aria-current={isSelected || undefined}
            onClick={open}
          >
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

type TypedAmount = { approvedAmount: number | null }

/** The totals of the amounts as they are typed. */
function TypedTotals({ name, lines, noun }: Lines) {
  const { form } = useFormParts<FieldValues>()
  const watch = (useWatch({ control: form.control, name }) as readonly TypedAmount[] | undefined) ?? []
  const now = lines.map((line, index) => ({ ...line, approved: watch[index]?.approvedAmount ?? null }))
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
