import type { Fault } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { openCures } from '../model/findings.ts'
import { approvalFaults, type CardView, cureFaults, reviewFaults } from '../model/view.ts'
import { useCardHere } from './CardContext.tsx'
import styles from './reportCard.module.css'
import { savedWords } from './useInTurn.ts'

/**
 * Shows the figures for the decision: the state of the card, and a link to the work that the next step waits
 * for.
 */
export function CardFigures() {
  const { view, saving } = useCardHere()
  const { metrics, checklist, findings } = view
  const level = (...levels: readonly string[]) =>
    metrics.filter((metric) => levels.includes(metric.level)).length
  const red = level('fail')
  return (
    <div className={styles.foot}>
      <dl>
        <Sum
          label="Checklist"
          value={`${checklist.filter((item) => item.answer === null).length} to answer`}
        />
        <Sum label="Findings" value={`${openCures(findings).length} to cure`} />
        <Sum
          label="Card"
          value={`${level('good')} green, ${level('fair', 'watch')} amber${red ? `, ${red} red` : ''}`}
        />
      </dl>
      <Waits view={view} />
      <span className={styles.words} role="status">
        {savedWords(saving)}
      </span>
    </div>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** Shows the work that the next step waits for, with a link to it. */
function Waits({ view }: { view: CardView }) {
  const { statusId } = view.statement
  if (!view.open) return null
  const faults = statusId === RequestStatus.UNDER_REVIEW ? reviewFaults(view) : approvalFaults(view)
  const first = faults[0]
  if (!first) return null
  return (
    <p title={first.message}>
      <span>{statusId === RequestStatus.UNDER_REVIEW ? 'To mark reviewed:' : 'To approve:'}</span>
      <LinkButton onClick={() => goToGap(first)}>{first.message}</LinkButton>
      {faults.length > 1 && <span>and {faults.length - 1} more</span>}
    </p>
  )
}

/** Leads to where something is missing, so that it can be answered by key at once. */
function goToGap({ field }: Fault): void {
  const row = document.getElementById(field.startsWith('answers.') ? `answer-${field.slice(8)}` : 'findings')
  row?.scrollIntoView({ block: 'nearest' })
  const pressed = row?.querySelector<HTMLElement>('textarea[aria-invalid=true]')
  const target = pressed ?? row?.querySelector<HTMLElement>('button[tabindex="0"], li button')
  target?.focus()
}

const rules: Readonly<Record<string, (view: CardView) => Fault[]>> = {
  review: reviewFaults,
  approve: approvalFaults,
  closeNonCompliance: cureFaults,
}

/** Returns a check whether a step may be decided: all typed values are stored, and the card has no gaps. */
export function useCardReady(): (action: Action) => Promise<boolean> {
  const { settled } = useCardHere()
  return async ({ name }) => {
    // Words are stored as their box is left.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea')) activeElement.blur()
    const view = await settled()
    const [gap] = (view && rules[name]?.(view)) ?? []
    if (gap) goToGap(gap)
    return view !== null && !gap
  }
}
