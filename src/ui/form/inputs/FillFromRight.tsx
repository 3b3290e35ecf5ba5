import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { type ChangeMeta, NumberFormatBase } from 'react-number-format'
import { type ControlProps, inputAttributes } from '../FieldFrame.tsx'
import css from '../form.module.css'
import { getDigits, typedDigits, typedPoint, valueOfDigits } from './amount.ts'
import { type AmountReading, BELOW_ZERO, isTable } from './readAmount.ts'
import { useBoxWords } from './useBoxWords.tsx'

/** See `FillFromRight`. */
export interface FillProps extends ControlProps<number> {
  decimals: number
  negative: boolean
  format: (digits: string) => string
  /** The hint next to the box about how to type. */
  hint: string
  /** The placeholder of the empty box: shows where the digits go. */
  placeholder?: string
  /** Reads a pasted text, which is taken as written and not filled from the right. */
  read: (text: string) => AmountReading
  /**
   * Called with a text in written form, when a comma, a dollar sign or a parenthesis is typed. Returns the
   * message of a refusal.
   */
  onWrite?: (text: string) => string | undefined
}

const getLength = ({ start, end }: { start: number; end: number }) => end - start
const isDeletion = ({ to }: ChangeMeta) => getLength(to) === 0

/**
 * Returns the positions allowed for the cursor: next to digits, point and minus, never after a percent sign
 * or before the dollar sign.
 */
function getCaretPlaces(text: string): boolean[] {
  const isAmountCharacter = (index: number) => /[\d.-]/.test(text[index] ?? '')
  return Array.from(
    { length: text.length + 1 },
    (_, index) => text === '' || isAmountCharacter(index) || isAmountCharacter(index - 1),
  )
}

/**
 * Holds an amount typed with its own decimal point, or a minus before its first digit, while the box shows
 * exactly that, and the function that records it.
 */
function useTypedPoint(value: number | null | undefined, decimals: number) {
  const [input, setInput] = useState<string | null>(null)
  const pointed = input !== null && valueOfDigits(input, decimals) === (value ?? null) ? input : null
  const note = (digits: string | null) => setInput(digits === '-' || digits?.includes('.') ? digits : null)
  return { pointed, note }
}

type Words = ReturnType<typeof useBoxWords>

/**
 * Returns the handlers of a paste and of each typed character. They read a text in its written form, and
 * refuse other characters with an announced message.
 */
function getWritingHandlers(
  { value: amount, negative, read, onWrite, onChange }: FillProps,
  labels: Words,
  typedSoFar: () => string | null,
) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (isTable(text)) return
    event.preventDefault()
    const written = read(text)
    if ('refused' in written) return labels.say(written.refused)
    labels.say(null)
    onChange(written.amount)
  }
  /** Returns the text in the box before a typed character, in its written form. */
  const before = ({ selectionStart, selectionEnd, value: text }: HTMLInputElement) => {
    if (selectionStart === 0 && selectionEnd === text.length) return ''
    return typedSoFar() ?? String(amount ?? '')
  }
  const refuse = (event: { preventDefault: () => void }, problem: string | undefined) => {
    event.preventDefault()
    labels.say(problem ?? null)
  }
  const beforeInput = (event: FormEvent<HTMLInputElement>) => {
    const { data } = event as { data?: string }
    if (data?.length !== 1) return
    if (onWrite && (data === ',' || data === '$' || (data === '(' && negative)))
      return refuse(event, onWrite(before(event.currentTarget) + data))
    if (!negative && /[-\u2212()]/.test(data)) return refuse(event, BELOW_ZERO)
    if (!/[\d.%-]/.test(data)) return refuse(event, 'Only digits and a point can stand here.')
    labels.say(null)
  }
  return { onPaste: paste, onBeforeInput: beforeInput }
}

/**
 * An input whose digits enter from the right. After a typed point, the digits before it are the whole amount.
 * VAL-13.
 */
export function FillFromRight(props: FillProps) {
  const { value, onChange, onBlur, decimals, negative, format, hint, placeholder, ...remaining } = props
  const { read: _read, onWrite: _onWrite, ...wiring } = remaining
  const inputRef = useRef<HTMLInputElement>(null)
  const typedHere = useRef(false)
  const boxWords = useBoxWords(inputRef, hint)
  const { pointed, note } = useTypedPoint(value, decimals)
  const typedSoFar = () => pointed ?? (typedHere.current ? getDigits(value, decimals) : null)
  const readBox = (text: string, change?: ChangeMeta) => {
    const deleting = change !== undefined && isDeletion(change)
    const hasPoint = pointed?.includes('.') ?? false
    const withPoint = deleting && !hasPoint ? null : typedPoint(text, decimals, negative, hasPoint)
    return withPoint ?? typedDigits(text, negative, deleting)
  }
  const leave = () => {
    note(null)
    typedHere.current = false
    boxWords.leave()
    onBlur?.()
  }
  return (
    <>
      <NumberFormatBase
        {...inputAttributes({ ...wiring, describedBy: boxWords.describe(wiring.describedBy) })}
        getInputRef={inputRef}
        className={`${css.input} ${css.figure} ${css.fills}`}
        inputMode={negative ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={pointed ?? (typeof value === 'number' ? getDigits(value, decimals) : '')}
        valueIsNumericString
        format={format}
        removeFormatting={readBox}
        isValidInputCharacter={(character) => /[\d.-]/.test(character)}
        getCaretBoundary={getCaretPlaces}
        onValueChange={({ value: digits }, { source }) => {
          if (source !== 'event') return
          typedHere.current = true
          note(digits)
          onChange(valueOfDigits(digits, decimals))
        }}
        {...getWritingHandlers(props, boxWords, typedSoFar)}
        onFocus={boxWords.enter}
        onBlur={leave}
      />
      {boxWords.node}
    </>
  )
}
