import { IconCheck, IconX } from './icons.ts'
import styles from './StatusSteps.module.css'

/** A step of a submission's progress. */
export type StatusStep = { label: string; state: 'done' | 'now' | 'ahead' | 'refused' }

/** The texts of the states for screen readers. */
const stateTexts = { done: 'done', now: 'current', ahead: 'ahead', refused: 'refused' } as const

/**
 * Shows the progress of a submission. It is display only: the buttons for the next steps are elsewhere. The
 * current step has `aria-current="step"`.
 */
export function StatusSteps({ steps, label = 'Progress' }: { steps: readonly StatusStep[]; label?: string }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li key={step.label} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden>
            {step.state === 'done' && <IconCheck size={14} strokeWidth={3} />}
            {step.state === 'refused' && <IconX size={14} strokeWidth={3} />}
            {(step.state === 'now' || step.state === 'ahead') && index + 1}
          </span>
          {step.label}
          <span className="visually-hidden">, {stateTexts[step.state]}</span>
        </li>
      ))}
    </ol>
  )
}

/**
 * Returns the steps with their state at `current`: those before it are done, those after it are ahead. With
 * `refused` the current one is the last.
 */
export function stepsAt(labels: readonly string[], current: number, refused = false): StatusStep[] {
  return labels.map((label, index) => {
    if (index < current) return { label, state: 'done' }
    if (index > current) return { label, state: 'ahead' }
    return { label, state: refused ? 'refused' : 'now' }
  })
}
