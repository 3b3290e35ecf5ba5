import { useState } from 'react'
import { type ControlProps, inputAttributes, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'

/**
 * Returns the value of a typed text: the number, null for an empty box, or the text itself if it is not a
 * number.
 */
export function settledNumber(text: string): number | string | null {
  const bare = text.replace(/[,\s]/g, '')
  if (bare === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : text.trim()
}

/**
 * A number input without a label. A text that is not a number remains as typed, and the schema refuses it.
 */
export function NumberControl({ value, onChange, onBlur, ...wiring }: ControlProps<number | string>) {
  const [text, setText] = useState<string | null>(null)
  const displayed = text !== null && settledNumber(text) === (value ?? null) ? text : (value ?? '')
  return (
    <input
      {...inputAttributes(wiring)}
      className={`${css.input} ${css.figure}`}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={displayed}
      onChange={(event) => {
        setText(event.target.value)
        onChange(settledNumber(event.target.value))
      }}
      onBlur={() => {
        setText(null)
        onBlur?.()
      }}
    />
  )
}

/** A number with label, help and error. */
export const NumberInput = withFrame(NumberControl)
