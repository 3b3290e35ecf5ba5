import { notify } from '#kernel/web/notices.ts'
import { getCellId } from './moves.ts'
import css from './occupancy.module.css'

const WHOLE_NUMBER = /^\d{0,5}$/

/**
 * An editable or read-only count. Empty is not zero. Input that is not a whole number is refused with a
 * warning.
 */
export function CountCell({
  at: { propertyId, room, column },
  label,
  value,
  fault,
  blank = '–',
  onType,
}: {
  at: { propertyId: number; room: number | null; column: string }
  /** The property, the unit type and the column, for screen readers. */
  label: string
  value: number | null
  fault?: string | undefined
  /** The text of a read-only cell without a value. */
  blank?: string
  /** Null if the cell is read-only. */
  onType: ((value: number | null) => void) | null
}) {
  if (!onType) return <span>{value ?? blank}</span>
  return (
    <input
      id={getCellId(propertyId, room, column)}
      data-column={column}
      className={css.input}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={fault ? true : undefined}
      title={fault}
      value={value ?? ''}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget: { value: text } }) => {
        const plain = text.replaceAll(',', '').trim()
        if (WHOLE_NUMBER.test(plain)) onType(plain === '' ? null : Number(plain))
        else
          notify(`${label}: “${plain}” is no count. Only whole numbers from 0 to 99,999 are.`, {
            kind: 'warning',
          })
      }}
    />
  )
}
