import { type ComponentType, type ReactNode, useId } from 'react'
import css from './form.module.css'

/** The ids and states that connect an input with its label, help and error. Every control has these props. */
export interface Wiring {
  id?: string
  /** The label for screen readers if there is no visible label (in lines: "Invoice date, item 3"). */
  'aria-label'?: string
  /** Id of the visible label, for controls of several parts. */
  labelledBy?: string
  describedBy?: string
  invalid?: boolean
  required?: boolean
  disabled?: boolean
  /** In a line of a list: smaller, and its buttons are no tab stops. */
  compact?: boolean
}

/** The props of every control: its value, and the connection with its label. */
export interface ControlProps<V> extends Wiring {
  value: V | null | undefined
  onChange: (value: V | null) => void
  onBlur?: () => void
}

/** Attributes of the input element of a control. */
export function inputAttributes(wiring: Wiring) {
  return {
    id: wiring.id,
    'aria-label': wiring['aria-label'],
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid || undefined,
    'aria-required': wiring.required || undefined,
    disabled: wiring.disabled,
    className: css.input,
  }
}

/** The frame around a control. */
export interface FrameProps {
  label: string
  help?: ReactNode
  error?: ReactNode
  required?: boolean
  /** The control is several inputs (yes/no, multi-select): its label names a group. */
  group?: boolean
  /** Width of the field: a CSS length. */
  width?: string | number
  /** The control shows the label itself (a tick box). */
  bare?: boolean
}

/** The red asterisk of a required field. Screen readers announce the input itself as required. */
export function RequiredMark({ shown }: { shown: boolean | undefined }) {
  return shown ? (
    <span className={css.mark} aria-hidden="true">
      {' *'}
    </span>
  ) : null
}

/** Shows the error of a field, below its input. `id` is the input's, which is described by `${id}-error`. */
export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  return error ? (
    <div id={`${id}-error`} className={css.error}>
      {error}
    </div>
  ) : null
}

/**
 * Shows label, required mark, help and error text around one control, connected for screen readers. The error
 * is shown below the input and read with it.
 */
export function FieldFrame({
  id,
  label,
  help,
  error,
  required,
  group,
  bare,
  width,
  disabled,
  children,
}: FrameProps & { id: string; disabled?: boolean; children: (wiring: Wiring) => ReactNode }) {
  const labelId = `${id}-label`
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const describedBy = [help ? helpId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={css.field} style={width === undefined ? undefined : { width, flex: 'none' }}>
      {bare ? null : <FieldLabel id={id} label={label} required={required} group={group} />}
      {help ? (
        <div id={helpId} className={css.help}>
          {help}
        </div>
      ) : null}
      {children({
        id,
        labelledBy: bare ? undefined : labelId,
        describedBy,
        invalid: Boolean(error),
        required,
        disabled,
      })}
      <FieldError id={id} error={error} />
    </div>
  )
}

function FieldLabel({
  id,
  label,
  required,
  group,
}: Pick<FrameProps, 'label' | 'required' | 'group'> & { id: string }) {
  const element = (
    <>
      {label}
      <RequiredMark shown={required} />
    </>
  )
  const shared = { id: `${id}-label`, className: css.label }
  return group ? (
    <span {...shared}>{element}</span>
  ) : (
    <label {...shared} htmlFor={id}>
      {element}
    </label>
  )
}

/**
 * Turns a control into an input with label, help and error, for use outside a `Form` (filters, dialogs).
 */
export function withFrame<P extends Wiring>(Control: ComponentType<P>, group = false) {
  return function Framed({
    label,
    help,
    error,
    required,
    width,
    ...rest
  }: Omit<P, keyof Wiring> & FrameProps & Pick<Wiring, 'id' | 'disabled'>) {
    const generatedId = useId()
    const { id = generatedId, disabled, ...controlProps } = rest
    return (
      <FieldFrame
        id={id}
        label={label}
        help={help}
        error={error}
        required={required}
        width={width}
        disabled={disabled}
        group={group}
      >
        {(wiring) => <Control {...(controlProps as P)} {...wiring} />}
      </FieldFrame>
    )
  }
}
