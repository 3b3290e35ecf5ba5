import { type ClipboardEvent, type Ref, useContext, useId, useRef, useState } from 'react'
import { type ChangeMeta, NumberFormatBase } from 'react-number-format'
import { formatMoney } from '#kernel/model/money.ts'
import { type ControlProps, framed, inputAttributes } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { FillsFromRightContext } from '../formContext.ts'
import { usePopup } from '../usePopup.ts'
import { digitsOf, moneyText, percentText, readAmount, typedDigits, typedPoint, valueOfDigits } from './amount.ts'

interface FillProps extends ControlProps<number> {
  decimals: number
  negative: boolean
  format: (digits: string) => string
  /** Says next to the box how to type into it. */
  hint: string
  /** Stands in the empty box: where the digits go. */
  placeholder?: string
  /** Reads a pasted text, which is taken as written and not filled from the right. */
  read: (text: string) => number | null
}

const length = ({ start, end }: { start: number; end: number }) => end - start
const isDeletion = ({ to }: ChangeMeta) => length(to) === 0

/** Where the cursor may stand: beside digits, point and minus, never behind a percent sign or before the dollar sign. */
function caretPlaces(text: string): boolean[] {
  const holds = (index: number) => /[\d.-]/.test(text[index] ?? '')
  return Array.from({ length: text.length + 1 }, (_, index) => text === '' || holds(index) || holds(index - 1))
}

/** What was typed with a point of its own, for as long as the box holds just that; and what takes it down. */
function useTypedPoint(value: number | null | undefined, decimals: number) {
  const [typed, setTyped] = useState<string | null>(null)
  const pointed = typed !== null && valueOfDigits(typed, decimals) === (value ?? null) ? typed : null
  return { pointed, note: (digits: string | null) => setTyped(digits?.includes('.') ? digits : null) }
}

/** An input whose digits enter from the right, until a point is typed: then what stands before it is whole. VAL-13. */
function FillFromRight({
  value,
  onChange,
  onBlur,
  decimals,
  negative,
  format,
  read,
  hint,
  placeholder,
  ...wiring
}: FillProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const { opened, open, close, popupRef } = usePopup<HTMLDivElement>(inputRef)
  const { pointed, note } = useTypedPoint(value, decimals)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const amount = read(event.clipboardData.getData('text'))
    if (amount !== null && (negative || amount >= 0)) onChange(amount)
  }
  const readBox = (text: string, change?: ChangeMeta) => {
    const deleting = change !== undefined && isDeletion(change)
    const withPoint = deleting && pointed === null ? null : typedPoint(text, decimals, negative, pointed !== null)
    return withPoint ?? typedDigits(text, negative, deleting)
  }
  const leave = () => {
    note(null)
    close()
    onBlur?.()
  }
  const describedBy = [wiring.describedBy, opened && hintId].filter(Boolean).join(' ') || undefined
  return (
    <>
      <NumberFormatBase
        {...inputAttributes({ ...wiring, describedBy })}
        getInputRef={inputRef}
        className={`${css.input} ${css.figure}`}
        inputMode={negative ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={pointed ?? (typeof value === 'number' ? digitsOf(value, decimals) : '')}
        valueIsNumericString
        format={format}
        removeFormatting={readBox}
        isValidInputCharacter={(character) => /[\d.-]/.test(character)}
        getCaretBoundary={caretPlaces}
        onValueChange={({ value: digits }, { source }) => {
          if (source !== 'event') return
          note(digits)
          onChange(valueOfDigits(digits, decimals))
        }}
        onPaste={paste}
        onFocus={open}
        onBlur={leave}
      />
      {opened ? <Hint {...{ ref: popupRef, id: hintId, hint }} /> : null}
    </>
  )
}

/** Says how to type, right below the box one types into. */
function Hint({ ref, id, hint }: { ref: Ref<HTMLDivElement>; id: string; hint: string }) {
  return (
    <div ref={ref} id={id} popover="manual" role="tooltip" className={css.hint}>
      {hint}
    </div>
  )
}

/** See `MoneyControl`. */
export interface MoneyControlProps extends ControlProps<number> {
  /** Whole dollars, on unless switched off. VAL-12. */
  rounding?: boolean
  /** Amounts below zero may be typed. */
  negative?: boolean
}

/**
 * The bare money input, in dollars; a pasted `$1,234.50 ` is taken as dollars. In the form of a request digits enter from
 * the right until a point is typed (`50000` and `500.` are $500.00), which the box says; everywhere else an amount is what
 * is typed (`4000` is $4,000.00). VAL-12 to VAL-14, VAL-16.
 */
export function MoneyControl({ rounding = true, negative = false, ...rest }: MoneyControlProps) {
  const fills = useContext(FillsFromRightContext)
  const read = (text: string) => {
    const dollars = readAmount(text, rounding ? 0 : 2)
    return dollars !== null && !negative && dollars < 0 ? null : dollars
  }
  if (!fills) return <AsTyped {...rest} rounding={rounding} negative={negative} read={read} />
  return (
    <FillFromRight
      {...rest}
      decimals={rounding ? 0 : 2}
      negative={negative}
      format={(digits) => moneyText(digits, rounding)}
      hint={rounding ? 'Whole dollars' : 'Digits fill from the right: 50000 is $500.00, and so is 500.'}
      placeholder={rounding ? '0' : '0.00'}
      read={read}
    />
  )
}

type AsTypedProps = ControlProps<number> & {
  rounding: boolean
  negative: boolean
  read: (text: string) => number | null
}

/** An amount as it is written: `4000` is $4,000.00. While one types the box shows what was typed. */
function AsTyped({ value, onChange, onBlur, rounding, negative, read, ...wiring }: AsTypedProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typeof value === 'number' ? value : null
  // What was put in otherwise meanwhile, such as the amount claimed, takes the place of what was typed.
  const shown = typed !== null && read(typed) === amount ? typed : formatMoney(amount, { whole: rounding })
  return (
    <input
      {...inputAttributes(wiring)}
      className={`${css.input} ${css.figure}`}
      inputMode={negative ? 'text' : 'decimal'}
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(negative ? /[^\d.,$()-]/g : /[^\d.,$]/g, '')
        const next = read(text)
        // A second point, or a digit too many, is not taken.
        if (next === null && /\d/.test(text)) return
        setTyped(text)
        onChange(next)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
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
      hint={`${digitsOf(5, decimals)} or 5. is ${percentText(digitsOf(5, decimals), decimals)}`}
      read={read}
    />
  )
}

/** Money with label, help and error. VAL-12 to VAL-14. */
export const MoneyInput = framed(MoneyControl)
/** Percent points with label, help and error. VAL-13. */
export const PercentInput = framed(PercentControl)
