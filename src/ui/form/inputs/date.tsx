import { type KeyboardEvent, useRef, useState } from 'react'
import { addYears, formatDate, parseDay, today } from '#kernel/model/dates.ts'
import { IconCalendar } from '../../frame/icons.ts'
import { type ControlProps, inputAttributes, type Wiring, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { popupLook, usePopup } from '../usePopup.ts'
import { Calendar } from './Calendar.tsx'

/**
 * Returns the text that the date box shows for its value: MM/DD/YYYY for a day, otherwise the typed text.
 * VAL-10.
 */
export function dayText(value: string | null | undefined): string {
  if (!value) return ''
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, 'MM/DD/YYYY') || value : value
}

const SHORT_YEAR = /^(\d{1,2}[/-])(\d{1,2}[/-])(\d{2})$/
/** A two-digit year is at most this many years in the future; otherwise it is in the previous century. */
const YEARS_AHEAD = 20

/** Reads a day with a two-digit year (`10/3/26`) or with dashes; null for other texts. */
function parseShortDay(text: string): string | null {
  const [, month, day, year] = SHORT_YEAR.exec(text) ?? []
  if (year === undefined) return parseDay(text.replace(/^(\d{1,2})-(\d{1,2})-/, '$1/$2/'))
  const limit = addYears(today(), YEARS_AHEAD)
  const near = parseDay(`${month}${day}${limit.slice(0, 2)}${year}`.replaceAll('-', '/'))
  return near !== null && near > limit ? addYears(near, -100) : near
}

/** Returns the day of a typed text as `YYYY-MM-DD`, or the text itself if it is not a day. */
export function settledDay(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : (parseDay(trimmed) ?? parseShortDay(trimmed) ?? trimmed)
}

/**
 * A date input without a label. It reads 03152026, 3/5/26, 3-5-2026, 03/15/2026 and 2026-03-15. A text that
 * is not a date remains as typed, and the schema refuses it. A calendar opens with its button or Alt+Down.
 * The value is `YYYY-MM-DD`. VAL-10.
 */
export function DateControl({ value, onChange, onBlur, ...wiring }: ControlProps<string>) {
  const boxRef = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const { opened: isOpened, open, close, popupRef } = usePopup<HTMLDivElement>(boxRef)
  const { shown: displayText, type, rest: settle } = useTypedDay(value, onChange)
  const leave = () => {
    settle()
    onBlur?.()
  }
  const back = () => {
    close()
    inputRef.current?.focus()
  }
  const choose = (day: string) => {
    onChange(day)
    back()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    open()
  }
  return (
    <div ref={boxRef} className={css.box}>
      <input
        {...inputAttributes(wiring)}
        ref={inputRef}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={wiring.compact ? undefined : 'MM/DD/YYYY'}
        aria-keyshortcuts="Alt+ArrowDown"
        value={displayText}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={keys}
      />
      <CalendarButton {...wiring} opened={isOpened} onClick={isOpened ? back : open} />
      {isOpened ? (
        <div ref={popupRef} popover="manual" className={popupLook}>
          <Calendar value={parseDay(value)} onChoose={choose} onClose={back} />
        </div>
      ) : null}
    </div>
  )
}

/** Shows the text as typed while the box has the focus. The form already has the day. */
function useTypedDay(value: string | null | undefined, onChange: (value: string | null) => void) {
  const [input, setInput] = useState<string | null>(null)
  const displayText = input !== null && settledDay(input) === (value ?? null) ? input : dayText(value)
  const type = (text: string) => {
    setInput(text)
    onChange(settledDay(text))
  }
  return { shown: displayText, type, rest: () => setInput(null) }
}

/** The button that opens the calendar. In lines it is no tab stop, because Alt+Down does the same. */
function CalendarButton({
  compact,
  disabled,
  opened,
  onClick,
}: Wiring & { opened: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={css.inside}
      tabIndex={compact ? -1 : undefined}
      aria-label="Calendar"
      aria-hidden={compact || undefined}
      aria-expanded={opened}
      disabled={disabled}
      onClick={onClick}
    >
      <IconCalendar size={16} aria-hidden="true" />
    </button>
  )
}

/** A date with label, help and error. VAL-10. */
export const DateInput = withFrame(DateControl)
