import type { ClipboardEvent } from 'react'
import { type ChangeMeta, NumberFormatBase } from 'react-number-format'
import { parseMoney } from '#kernel/model/money.ts'
import { type ControlProps, framed, inputAttributes } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { digitsOf, moneyText, percentText, typedDigits, valueOfDigits } from './amount.ts'

interface FillProps extends ControlProps<number> {
  decimals: number
  negative: boolean
  format: (digits: string) => string
  /** Reads a pasted text, which is taken as written and not filled from the right. */
  read: (text: string) => number | null
}

const length = ({ start, end }: { start: number; end: number }) => end - start
const isDeletion = ({ from, to }: ChangeMeta) => length(to) < length(from)

/** Where the cursor may stand: beside digits and the minus, never behind a percent sign or before the dollar sign. */
function caretPlaces(text: string): boolean[] {
  const holds = (index: number) => /[\d-]/.test(text[index] ?? '')
  return Array.from({ length: text.length + 1 }, (_, index) => text === '' || holds(index) || holds(index - 1))
}

/** An input whose digits enter from the right. VAL-13. */
function FillFromRight({ value, onChange, onBlur, decimals, negative, format, read, ...wiring }: FillProps) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const amount = read(event.clipboardData.getData('text'))
    if (amount !== null && (negative || amount >= 0)) onChange(amount)
  }
  return (
    <NumberFormatBase
      {...inputAttributes(wiring)}
      className={`${css.input} ${css.figure}`}
      inputMode={negative ? 'text' : 'numeric'}
      autoComplete="off"
      value={typeof value === 'number' ? digitsOf(value, decimals) : ''}
      valueIsNumericString
      format={format}
      removeFormatting={(text, change) => typedDigits(text, negative, change !== undefined && isDeletion(change))}
      isValidInputCharacter={(character) => /[\d-]/.test(character)}
      getCaretBoundary={caretPlaces}
      onValueChange={({ value: digits }, { source }) => {
        if (source === 'event') onChange(valueOfDigits(digits, decimals))
      }}
      onPaste={paste}
      onBlur={onBlur}
    />
  )
}

/** See `MoneyControl`. */
export interface MoneyControlProps extends ControlProps<number> {
  /** Whole dollars, on unless switched off. VAL-12. */
  rounding?: boolean
  /** Amounts below zero may be typed. */
  negative?: boolean
}

/** The bare money input, in dollars: digits enter from the right; a pasted `$1,234.50 ` is taken as dollars. VAL-12 to VAL-14, VAL-16. */
export function MoneyControl({ rounding = true, negative = false, ...rest }: MoneyControlProps) {
  const read = (text: string) => {
    const dollars = parseMoney(text)
    return dollars !== null && rounding ? valueOfDigits(digitsOf(dollars, 0), 0) : dollars
  }
  return (
    <FillFromRight
      {...rest}
      decimals={rounding ? 0 : 2}
      negative={negative}
      format={(digits) => moneyText(digits, rounding)}
      read={read}
    />
  )
}

/** See `PercentControl`. */
export interface PercentControlProps extends ControlProps<number> {
  /** Digits after the point, two unless said otherwise. */
  decimals?: number
  negative?: boolean
}

/** The bare percent input, in points (5.25 for 5.25 %): digits enter from the right. VAL-13. */
export function PercentControl({ decimals = 2, negative = false, ...rest }: PercentControlProps) {
  const read = (text: string) => {
    const points = Number(text.replace(/[%,\s]/g, '') || Number.NaN)
    return Number.isFinite(points) ? valueOfDigits(digitsOf(points, decimals), decimals) : null
  }
  return (
    <FillFromRight
      {...rest}
      decimals={decimals}
      negative={negative}
      format={(digits) => percentText(digits, decimals)}
      read={read}
    />
  )
}

/** Money with label, help and error. VAL-12 to VAL-14. */
export const MoneyInput = framed(MoneyControl)
/** Percent points with label, help and error. VAL-13. */
export const PercentInput = framed(PercentControl)
