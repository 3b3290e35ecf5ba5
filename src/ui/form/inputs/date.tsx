import { type KeyboardEvent, useRef, useState } from 'react'
import { formatDate, parseDay } from '#kernel/model/dates.ts'
import { IconCalendar } from '../../icons.ts'
import { type ControlProps, framed, inputAttributes } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { usePopup } from '../usePopup.ts'
import { Calendar } from './Calendar.tsx'

/** What the date box shows for its value: MM/DD/YYYY for a day, else the text as it was typed. VAL-10. */
export function dayText(value: string | null | undefined): string {
  if (!value) return ''
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, 'MM/DD/YYYY') || value : value
}

/** What a typed text stands for: the day as `YYYY-MM-DD`, the text itself when it is none. */
export function settledDay(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : (parseDay(trimmed) ?? trimmed)
}

/**
 * The bare date box. Takes 03152026, 3/5/2026, 03/15/2026 and 2026-03-15; a text that is no real date is kept as it
 * was typed, for the schema to refuse. A calendar opens by its button or Alt+Down. The value is `YYYY-MM-DD`. VAL-10.
 */
export function DateControl({ value, onChange, onBlur, ...wiring }: ControlProps<string>) {
  const boxRef = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const { opened, open, close, popupRef } = usePopup<HTMLDivElement>(boxRef)
  // While the box has the focus the text stands as it is typed; the form already holds the day it means.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && settledDay(typed) === (value ?? null) ? typed : dayText(value)
  const type = (text: string) => {
    setTyped(text)
    onChange(settledDay(text))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  const back = () => {
    close()
    inputRef.current?.focus()
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
        value={shown}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={keys}
      />
      <button
        type="button"
        className={css.inside}
        tabIndex={wiring.compact ? -1 : undefined}
        aria-label="Calendar"
        aria-hidden={wiring.compact || undefined}
        aria-expanded={opened}
        disabled={wiring.disabled}
        onClick={opened ? back : open}
      >
        <IconCalendar size={16} aria-hidden="true" />
      </button>
      {opened ? (
        <div ref={popupRef} popover="manual" className={css.popup}>
          <Calendar
            value={parseDay(value)}
            onChoose={(day) => {
              onChange(day)
              back()
            }}
            onClose={back}
          />
        </div>
      ) : null}
    </div>
  )
}

/** A date with label, help and error. VAL-10. */
export const DateInput = framed(DateControl)
