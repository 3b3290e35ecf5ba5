import { NativeSelect } from '@mantine/core'
import { useController } from 'react-hook-form'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import { heldElsewhere, type Tick, tickLabel, ticks } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import styles from './increase.module.css'

const options = [
  { value: '', label: 'Not answered' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The review checklist: what the portal knows stands beside each question; an answer against it needs a comment. */
export function Checklist({ detail }: { detail: Detail }) {
  return (
    <section aria-label="Checklist">
      <h2>Checklist</h2>
      {ticks.map((tick) => (
        <Question key={tick} tick={tick} known={detail.known.find((one) => one.tick === tick)} />
      ))}
    </section>
  )
}

/** Why nothing stands beside a question. */
const unknownWords = (tick: Tick): string =>
  tick in heldElsewhere
    ? `${heldElsewhere[tick]}: not kept in this portal. Answered by the reviewer.`
    : 'The portal knows nothing of it: answered by the reviewer.'

function Question({ tick, known }: { tick: Tick; known: Detail['known'][number] | undefined }) {
  const { form, id } = useFormParts()
  const { field } = useController({ name: tick, control: form.control })
  const label = tickLabel(tick)
  const fault = useFault(tick)
  useLabel(tick, label)
  const shown = known
    ? options.map((one) => (one.value === '' ? { ...one, label: known.value ? 'Yes, known' : 'No, known' } : one))
    : options
  return (
    <div className={styles.check} id={fieldId(id, tick)} tabIndex={-1}>
      <span>{label}</span>
      <NativeSelect
        size="xs"
        aria-label={label}
        data={shown}
        value={field.value === null || field.value === undefined ? '' : String(field.value)}
        onChange={({ currentTarget: { value } }) => field.onChange(value === '' ? null : value === 'true')}
      />
      <span className={fault ? styles.fault : styles.quiet}>
        {fault ?? (known ? `● ${known.source}: ${known.fact}` : `○ ${unknownWords(tick)}`)}
      </span>
    </div>
  )
}
