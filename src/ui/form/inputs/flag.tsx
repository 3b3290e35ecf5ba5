import { useId } from 'react'
import { type ControlProps, RequiredMark, withFrame } from '../FieldFrame.tsx'
import css from '../form.module.css'

/** A question with Yes and No, without a label. Its value is null until it is answered. VAL-03. */
export function YesNoControl({ value, onChange, onBlur, labelledBy, ...wiring }: ControlProps<boolean>) {
  const name = useId()
  const answer = (label: string, answers: boolean, id?: string) => (
    <label className={css.tick}>
      <input
        id={id}
        type="radio"
        name={name}
        checked={value === answers}
        disabled={wiring.disabled}
        aria-invalid={wiring.invalid || undefined}
        onChange={() => onChange(answers)}
        onBlur={onBlur}
      />
      {label}
    </label>
  )
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-label={wiring['aria-label']}
      aria-describedby={wiring.describedBy}
      aria-required={wiring.required || undefined}
      className={css.answers}
    >
      {answer('Yes', true, wiring.id)}
      {answer('No', false)}
    </div>
  )
}

/** A checkbox for a statement, with the label `words` next to it. Its value is always true or false. */
export function TickControl({
  value,
  onChange,
  onBlur,
  words,
  ...wiring
}: ControlProps<boolean> & { words?: string }) {
  return (
    <label className={css.tick}>
      <input
        id={wiring.id}
        type="checkbox"
        checked={value ?? false}
        disabled={wiring.disabled}
        aria-label={words ? undefined : wiring['aria-label']}
        aria-describedby={wiring.describedBy}
        aria-invalid={wiring.invalid || undefined}
        aria-required={wiring.required || undefined}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
      />
      {words}
      <RequiredMark shown={words !== undefined && wiring.required} />
    </label>
  )
}

/** A question with Yes and No, with label, help and error. VAL-03. */
export const FlagInput = withFrame(YesNoControl, true)
