import { type ClipboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { type ControlProps, inputAttributes, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { FillsFromRightContext } from '../formContext.ts'
import { getDigits, moneyText, percentText } from './amount.ts'
import { FillFromRight } from './FillFromRight.tsx'
import { isTable, readPasted, readPastedPercent, readTyped } from './readAmount.ts'
import { useBoxWords } from './useBoxWords.tsx'

/** See `MoneyControl` and `DollarControl`. */
export interface MoneyControlProps extends ControlProps<number> {
  /** Whether amounts are whole dollars; true by default. VAL-12. */
  rounding?: boolean
  /** Whether amounts below zero may be typed. */
  negative?: boolean
}

const getLimits = (rounding: boolean, negative: boolean) => ({ decimals: rounding ? 0 : 2, negative })

/** The input for an amount: a dollar input in the forms of requests, and a money input everywhere else. */
export function AmountControl(props: MoneyControlProps) {
  return useContext(FillsFromRightContext) ? <DollarControl {...props} /> : <MoneyControl {...props} />
}

/**
 * A dollar input without a label. Digits enter from the right, as its hint says (`50000` is $500.00). After a
 * typed point, comma or dollar sign, the amount is read as written: `500.`, `$500`, `1,234`. VAL-12 to
 * VAL-14, VAL-16.
 */
export function DollarControl({ rounding = true, negative = false, ...rest }: MoneyControlProps) {
  const [written, setWritten] = useState<string | null>(null)
  const limits = getLimits(rounding, negative)
  const write = (text: string) => {
    const read = readTyped(text, limits)
    if ('refused' in read) return read.refused
    setWritten(text)
    rest.onChange(read.amount)
    return undefined
  }
  const leave = () => {
    setWritten(null)
    rest.onBlur?.()
  }
  if (written !== null)
    return <MoneyControl {...rest} rounding={rounding} negative={negative} begun={written} onBlur={leave} />
  return (
    <FillFromRight
      {...rest}
      {...limits}
      format={(digits) => moneyText(digits, rounding)}
      hint={rounding ? 'Whole dollars' : 'Digits fill from the right: 50000 is $500.00, and so is 500.'}
      placeholder={rounding ? '0' : '0.00'}
      read={(text) => readPasted(text, limits)}
      onWrite={write}
    />
  )
}

/** Returns whether the whole text of a box would be replaced. */
const isWhole = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === 0 && selectionEnd === value.length

/**
 * A money input without a label. The typed text is the amount (`4000` is $4,000.00), and during typing the
 * box shows the text as typed. Invalid input is refused with an announced message. VAL-12, VAL-16.
 * @param begun a text that was typed into the dollar input, after which typing continues here
 */
function MoneyControl({
  value,
  onChange,
  onBlur,
  rounding = true,
  negative = false,
  begun,
  ...wiring
}: MoneyControlProps & { begun?: string }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const boxWords = useBoxWords(inputRef)
  const [draftText, setDraftText] = useState<string | null>(begun ?? null)
  useEffect(() => {
    if (begun === undefined) return
    inputRef.current?.focus()
    inputRef.current?.setSelectionRange(begun.length, begun.length)
  }, [begun])
  const limits = getLimits(rounding, negative)
  const amount = typeof value === 'number' ? value : null
  const meaning = draftText === null ? null : readTyped(draftText, limits)
  // An amount that was set otherwise, such as the claimed amount, replaces the typed text.
  const isTyped = meaning !== null && 'amount' in meaning && meaning.amount === amount
  const take = (text: string | null, read: ReturnType<typeof readTyped>) => {
    if ('refused' in read) return boxWords.say(read.refused)
    boxWords.say(null)
    setDraftText(text)
    onChange(read.amount)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (isTable(text) || !isWhole(event.currentTarget)) return
    event.preventDefault()
    take(null, readPasted(text, limits))
  }
  return (
    <>
      <input
        {...inputAttributes({ ...wiring, describedBy: boxWords.describe(wiring.describedBy) })}
        ref={inputRef}
        className={`${css.input} ${css.figure}`}
        inputMode={negative ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder="$"
        value={isTyped ? (draftText ?? '') : formatMoney(amount, { whole: rounding })}
        onChange={(event) => take(event.currentTarget.value, readTyped(event.currentTarget.value, limits))}
        onPaste={paste}
        onBlur={() => {
          setDraftText(null)
          boxWords.leave()
          onBlur?.()
        }}
      />
      {boxWords.node}
    </>
  )
}

/** See `PercentControl`. */
export interface PercentControlProps extends ControlProps<number> {
  /** The digits after the point; two by default. */
  decimals?: number
  negative?: boolean
}

/** A percent input without a label, in points (5.25 for 5.25 %). Digits enter from the right. VAL-13. */
export function PercentControl({ decimals = 2, negative = false, ...rest }: PercentControlProps) {
  return (
    <FillFromRight
      {...rest}
      decimals={decimals}
      negative={negative}
      format={(digits) => percentText(digits, decimals)}
      placeholder={percentText('0', decimals)}
      hint={`Digits fill from the right: ${getDigits(5, decimals)} or 5. is ${percentText(getDigits(5, decimals), decimals)}`}
      read={(text) => readPastedPercent(text, { decimals, negative })}
    />
  )
}

/** Money, typed as written, with label, help and error. VAL-12. */
export const MoneyInput = withFrame(MoneyControl)
/** Dollars that fill from the right, with label, help and error. VAL-12 to VAL-14. */
export const DollarInput = withFrame(DollarControl)
/** Percent points with label, help and error. VAL-13. */
export const PercentInput = withFrame(PercentControl)
