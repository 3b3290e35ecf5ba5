import { type Actor, isAgency } from '#kernel/model/access.ts'
import { RequestStatus, requestStatusLabel } from '#kernel/model/status.ts'
import type { Flow, Step } from '#kernel/model/workflow.ts'

/**
 * The steps every review knows (domain 1.3, B1 to B12), and the step that sends a review back to its analyst.
 */
export type BaseStep =
  | 'submit'
  | 'submitOnBehalf'
  | 'recall'
  | 'return'
  | 'startReview'
  | 'review'
  | 'backToReview'
  | 'approve'
  | 'approveDirectly'
  | 'deny'
  | 'reopen'
  | 'adminChange'

/** The differences between a subject's workflow and the base table. A step set to null is removed. */
export type Differences = {
  steps?: Partial<Record<BaseStep, Partial<Step> | null>>
  /** Additional steps, including those that the system takes. */
  extra?: readonly Step[]
  /** Labels of statuses that differ from the base. */
  labels?: Readonly<Record<number, string>>
  /** The statuses in which the company may edit the record; only Not Submitted if omitted. */
  editable?: readonly number[]
}

/**
 * The base table of reviews (domain 1.3), one step per line: name | button | history text | from | to | by |
 * reason | the text of the confirm dialog. Statuses are shown by number ({@link RequestStatus}), as in the
 * specification.
 */
const table = `
submit | Submit | Submitted | 1 | 2 | submitter company | none | The agency receives it. You can recall it until its review begins.
submitOnBehalf | Submit on behalf of the company | Submitted on behalf of the company | 1 | 2 | agency write | none | It is submitted for the company, and the history says by whom. The company is mailed.
recall | Recall | Recalled | 2 | 1 | submitter company | optional | It comes back to you for changes and leaves the agency’s queue.
return | Return for correction | Returned for correction | 2 3 4 | 1 | agency write | required | The company is mailed your reason and can change and resubmit.
startReview | Start review | Review started | 2 | 3 | agency write | none | It is assigned to you and the company can no longer recall it.
review | Mark as reviewed | Reviewed | 3 | 4 | agency write | none | It goes to a manager for approval.
backToReview | Send back to review | Sent back to review | 4 | 3 | agency write | required | The analyst reads your reason and can change the review.
approve | Approve | Approved | 4 | 5 | agency manager | optional | The decision is posted and mailed to everyone concerned.
approveDirectly | Approve | Approved | 3 | 5 | agency write | optional | The decision is posted and mailed to everyone concerned.
deny | Deny | Denied | 3 4 | 6 | agency write | required | The decision and your reason are mailed to everyone concerned.
reopen | Reopen | Reopened | 5 6 | 3 | agency admin | required | It returns to review; what its approval posted is reversed.
adminChange | Change status | Status changed by an administrator | | | agency admin | required | The status is forced. Nobody is mailed.`

const stepOptions: Partial<Record<BaseStep, Pick<Step, 'danger' | 'notBy' | 'twoPerson'>>> = {
  return: { danger: true },
  backToReview: { danger: true },
  approveDirectly: { twoPerson: false },
  deny: { danger: true },
  reopen: { danger: true },
  adminChange: { danger: true },
}

const baseSteps = table
  .trim()
  .split('\n')
  .map((line): Step & { name: BaseStep } => {
    const [
      name = '',
      label = '',
      doneLabel = '',
      from = '',
      to = '',
      actorRole = '',
      reason = '',
      confirm = '',
    ] = line.split(/ *\| */)
    return {
      name: name as BaseStep,
      label,
      done: doneLabel,
      from: from.split(' ').filter(Boolean).map(Number),
      to: to ? Number(to) : null,
      by: actorRole as Step['by'],
      reason: reason as Step['reason'],
      confirm,
      ...stepOptions[name as BaseStep],
    }
  })

/** Builds the workflow of a filed record from the base table and the subject's differences. */
export function reviewFlow<const Name extends string>(
  entity: Name,
  title: string,
  differences: Differences,
): Flow<Name> {
  const steps: Record<string, Step> = {}
  for (const base of baseSteps) {
    const change = differences.steps?.[base.name]
    if (change !== null) steps[base.name] = { ...base, ...change }
  }
  // If companies cannot submit this record, or the agency submits it itself, the agency cannot submit it for
  // them; both submissions have the same requirements.
  if (!steps.submit || steps.submit.by === 'agency write') delete steps.submitOnBehalf
  // A record that is never marked as reviewed cannot be sent back to review.
  if (!steps.review) delete steps.backToReview
  for (const extra of differences.extra ?? []) steps[extra.name] = extra
  // Every step that leads to an approval is under the two-person rule, including a subject's own steps.
  for (const step of Object.values(steps))
    if (step.to === RequestStatus.APPROVED && step.by !== 'system')
      steps[step.name] = { ...step, notBy: 'reviewer' }
  const reached = Object.values(steps).flatMap(({ to }) => (to === null ? [] : [to]))
  const statuses = [...new Set<number>([RequestStatus.NOT_SUBMITTED, ...reached])].sort((a, b) => a - b)
  if (steps.adminChange) steps.adminChange = { ...steps.adminChange, from: statuses }
  return {
    entity,
    title,
    statuses,
    labels: differences.labels ?? {},
    editable: differences.editable ?? [RequestStatus.NOT_SUBMITTED],
    steps,
  }
}

/**
 * ST-04 to ST-09: returns the label of a status. Not Submitted reads Unsubmitted after an earlier submission.
 */
export const statusLabel = (flow: Flow, statusId: number, submitted: string | null): string =>
  flow.labels?.[statusId] ?? requestStatusLabel(statusId, { submittedBefore: submitted !== null })

/**
 * Returns the statuses that an administrator may force. Statuses that only the system sets, such as the end
 * of a term, cannot be forced.
 */
export const getForcibleStatuses = ({ statuses, steps }: Flow): number[] =>
  statuses.filter(
    (status) =>
      status === RequestStatus.NOT_SUBMITTED ||
      Object.values(steps).some((step) => step.to === status && step.by !== 'system'),
  )

/**
 * Returns the name of the step from one status to another, for calls that name only the status
 * (ChangeStatus). If company and agency each have such a step, it is that of the caller's side. If none fits
 * the present status, it is one whose refusal explains this. Undefined if no ordinary step leads to the
 * status: forced changes and the system's steps are never used.
 */
export function findStepTo(flow: Flow, from: number, to: number, actor: Actor): string | undefined {
  const side = isAgency(actor) ? 'agency' : 'company'
  const stepsToTarget = Object.values(flow.steps).filter((step) => step.to === to && step.by !== 'system')
  const stepsOfSide = stepsToTarget.filter((step) => step.by.includes(side))
  const candidates = stepsOfSide.length > 0 ? stepsOfSide : stepsToTarget
  return (candidates.find((candidate) => candidate.from.includes(from)) ?? candidates[0])?.name
}

/**
 * Returns the sentence about what remains possible once a record is decided: the labels of the steps that
 * lead on from there, and that an administrator can open it again. Null if the status is no end.
 */
export function describeWaysOn({ steps }: Flow, noun: string, statusId: number): string | null {
  if (statusId < RequestStatus.APPROVED || !steps.reopen?.from.includes(statusId)) return null
  const ways = Object.values(steps).filter(
    ({ name, from }) => name !== 'reopen' && name !== 'adminChange' && from.includes(statusId),
  )
  const closes = `The ${noun} closes.`
  if (ways.length === 0) return `${closes} Only an administrator can open it again.`
  const labels = ways.map(({ label }) => `“${label}”`).join(', ')
  return `${closes} What leads on from there: ${labels}, or an administrator who opens it again.`
}
