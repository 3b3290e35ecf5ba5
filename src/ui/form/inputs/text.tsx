import type { CSSProperties, HTMLInputAutoCompleteAttribute } from 'react'
import { formatPhone, plural } from '#kernel/model/formats.ts'
import { type ControlProps, inputAttributes, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'

/** The props of an input with one line of text; null when empty. */
export interface TextControlProps extends ControlProps<string> {
  /** The maximum length. Longer text may be typed and is refused with the message of VAL-09. */
  maxLength?: number
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
}

/** An input of one line of text, without a label. */
export function TextControl({
  value,
  onChange,
  onBlur,
  type = 'text',
  inputMode,
  autoComplete = 'off',
  ...wiring
}: TextControlProps) {
  return (
    <input
      {...inputAttributes(wiring)}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
    />
  )
}

/** Describes how many characters are left, or how many are too many. VAL-09. */
export function remaining(text: string | null | undefined, maxLength: number): string {
  const remaining = maxLength - (text ?? '').length
  return remaining >= 0
    ? `${plural(remaining, 'character', 'characters')} left`
    : `${plural(-remaining, 'character', 'characters')} too many`
}

/**
 * An input of several lines of text without a label. It grows with its content, and has a counter if it has a
 * limit. VAL-09.
 */
export function LongTextControl({
  value,
  onChange,
  onBlur,
  maxLength,
  compact,
  ...wiring
}: TextControlProps & { rows?: number }) {
  const { rows = compact ? 1 : 3, ...inputProps } = wiring
  const counterId = inputProps.id && maxLength !== undefined ? `${inputProps.id}-counter` : undefined
  const describedBy = [inputProps.describedBy, counterId].filter(Boolean).join(' ') || undefined
  const over = maxLength !== undefined && (value ?? '').length > maxLength
  return (
    <>
      <textarea
        {...inputAttributes({ ...inputProps, describedBy, invalid: inputProps.invalid || over })}
        rows={rows}
        style={{ '--rows': rows } as CSSProperties}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        onBlur={onBlur}
      />
      {counterId && !compact && maxLength !== undefined ? (
        <div id={counterId} className={over ? css.error : css.help}>
          {remaining(value, maxLength)}
        </div>
      ) : null}
    </>
  )
}

/** An input of an e-mail address, without a label. */
export function EmailControl(props: TextControlProps) {
  return <TextControl {...props} type="email" inputMode="email" />
}

/** An input of a phone number without a label. Ten digits become (573) 555-0100 when the box is left. */
export function PhoneControl({ onBlur, ...props }: TextControlProps) {
  const leave = () => {
    const written = formatPhone(props.value)
    if (props.value && written !== props.value) props.onChange(written)
    onBlur?.()
  }
  return <TextControl {...props} type="tel" inputMode="tel" onBlur={leave} />
}

/** An input of a ZIP code without a label. Nine digits get a dash when the box is left. */
export function ZipControl({ onBlur, ...props }: TextControlProps) {
  const leave = () => {
    const input = (props.value ?? '').trim()
    const written = input.replace(/^(\d{5})(\d{4})$/, '$1-$2')
    if (props.value && written !== props.value) props.onChange(written || null)
    onBlur?.()
  }
  return <TextControl {...props} inputMode="numeric" onBlur={leave} />
}

/** One line of text with label, help and error. */
export const TextField = withFrame(TextControl)
/** Several lines of text with label, help, error and counter. VAL-09. */
export const LongTextField = withFrame(LongTextControl)
/** An e-mail address with label, help and error. */
export const EmailInput = withFrame(EmailControl)
/** A phone number with label, help and error. */
export const PhoneInput = withFrame(PhoneControl)
/** A ZIP code with label, help and error. */
export const ZipInput = withFrame(ZipControl)
