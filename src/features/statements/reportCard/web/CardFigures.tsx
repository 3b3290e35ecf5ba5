import type { Fault } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { getOpenCures } from '../model/findings.ts'
import { type CardView, checkCardApproval, checkCardCures, checkCardReview } from '../model/view.ts'
import { useCardHere } from './CardContext.tsx'
import styles from './reportCard.module.css'
import { describeSaving } from './useSaveQueue.ts'

/**
 * Shows the figures for the decision: the state of the card, and a link to the first thing missing for the
 * next step.
 */
export function CardFigures() {
  const { view, saving } = useCardHere()
  const { metrics, checklist, findings } = view
  const countLevels = (...levels: readonly string[]) =>
    metrics.filter((metric) => levels.includes(metric.level)).length
  const failCount = countLevels('fail')
  return (
    <div className={styles.foot}>
      <dl>
        <Sum
          label="Checklist"
          value={`${checklist.filter((item) => item.answer === null).length} to answer`}
        />
        <Sum label="Findings" value={`${getOpenCures(findings).length} to cure`} />
        <Sum
          label="Card"
          value={`${countLevels('good')} green, ${countLevels('fair', 'watch')} amber${failCount ? `, ${failCount} red` : ''}`}
        />
      </dl>
      <NextStepGap view={view} />
      <span className={styles.words} role="status">
        {describeSaving(saving)}
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

/** Shows the first thing missing for the next step, with a link to it. */
function NextStepGap({ view }: { view: CardView }) {
  const { statusId } = view.statement
  if (!view.open) return null
  const faults = statusId === RequestStatus.UNDER_REVIEW ? checkCardReview(view) : checkCardApproval(view)
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

/** Scrolls to the place of a gap and focuses it, so that it can be answered with the keyboard. */
function goToGap({ field }: Fault): void {
  const row = document.getElementById(field.startsWith('answers.') ? `answer-${field.slice(8)}` : 'findings')
  row?.scrollIntoView({ block: 'nearest' })
  const invalidField = row?.querySelector<HTMLElement>('textarea[aria-invalid=true]')
  const target = invalidField ?? row?.querySelector<HTMLElement>('button[tabindex="0"], li button')
  target?.focus()
}

const checksByStep: Readonly<Record<string, (view: CardView) => Fault[]>> = {
  review: checkCardReview,
  approve: checkCardApproval,
  closeNonCompliance: checkCardCures,
}

/** Returns a check whether a step may be decided: everything entered is stored, and the card has no gaps. */
export function useCardReady(): (action: Action) => Promise<boolean> {
  const { settled } = useCardHere()
  return async ({ name }) => {
    // Leaving a text box stores its text.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea')) activeElement.blur()
    const view = await settled()
    const [gap] = (view && checksByStep[name]?.(view)) ?? []
    if (gap) goToGap(gap)
    return view !== null && !gap
  }
}
