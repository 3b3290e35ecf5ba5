import { type Actor, isAgency } from '#kernel/model/access.ts'
import { requestStatusLabel } from '#kernel/model/status.ts'
import type { Flow, Step } from '#kernel/model/workflow.ts'

/** The steps every review knows (domain 1.3, B1 to B12), and the step that sends a review back to its analyst. */
export type BaseStep =
  | 'submit'
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

/** How a subject's review differs from the base. A step set to null is left out. */
export type Differences = {
  steps?: Partial<Record<BaseStep, Partial<Step> | null>>
  /** Further steps, the system's among them, with what their statuses are called. */
  extra?: readonly Step[]
  labels?: Readonly<Record<number, string>>
}

const DECISION = 'The decision is posted and mailed to everyone concerned.'
const step = (
  name: BaseStep,
  label: string,
  done: string,
  from: number[],
  to: number | null,
  by: Step['by'],
  reason: Step['reason'],
  confirm: string,
  more: Pick<Step, 'danger' | 'notBy' | 'twoPerson'> = {},
): Step & { name: BaseStep } => ({ name, label, done, from, to, by, reason, confirm, ...more })

const SUBMITTED = 'The agency receives it. You can recall it until its review begins.'
const baseSteps: readonly (Step & { name: BaseStep })[] = [
  step('submit', 'Submit', 'Submitted', [1], 2, 'company', 'none', SUBMITTED),
  step(
    'recall',
    'Recall',
    'Recalled',
    [2],
    1,
    'submitter company',
    'optional',
    'It comes back to you for changes and leaves the agency’s queue.',
  ),
  step(
    'return',
    'Return for correction',
    'Returned for correction',
    [2, 3, 4],
    1,
    'agency write',
    'required',
    'The company is mailed your reason and can change and resubmit.',
    { danger: true },
  ),
  step(
    'startReview',
    'Start review',
    'Review started',
    [2],
    3,
    'agency write',
    'none',
    'It is assigned to you and the company can no longer recall it.',
  ),
  step('review', 'Mark as reviewed', 'Reviewed', [3], 4, 'agency write', 'none', 'It goes to a manager for approval.'),
  step(
    'backToReview',
    'Send back to review',
    'Sent back to review',
    [4],
    3,
    'agency write',
    'required',
    'The analyst reads your reason and can change the review.',
    { danger: true },
  ),
  step('approve', 'Approve', 'Approved', [4], 5, 'agency manager', 'optional', DECISION, { notBy: 'reviewer' }),
  step('approveDirectly', 'Approve', 'Approved', [3], 5, 'agency write', 'optional', DECISION, { twoPerson: false }),
  step(
    'deny',
    'Deny',
    'Denied',
    [3, 4],
    6,
    'agency write',
    'required',
    'The decision and your reason are mailed to everyone concerned.',
    { danger: true },
  ),
  step(
    'reopen',
    'Reopen',
    'Reopened',
    [5, 6],
    3,
    'agency admin',
    'required',
    'It returns to review; what its approval posted is reversed.',
    { danger: true },
  ),
  step(
    'adminChange',
    'Change status',
    'Status changed by an administrator',
    [],
    null,
    'agency admin',
    'required',
    'The status is forced. Nobody is mailed.',
    { danger: true },
  ),
]

/** The workflow of a filed record: the base table with a subject's differences. */
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
  // Nobody sends back what is never marked as reviewed.
  if (!steps.review) delete steps.backToReview
  for (const extra of differences.extra ?? []) steps[extra.name] = extra
  const reached = Object.values(steps).flatMap(({ to }) => (to === null ? [] : [to]))
  const statuses = [...new Set([1, ...reached])].sort((a, b) => a - b)
  if (steps.adminChange) steps.adminChange = { ...steps.adminChange, from: statuses }
  return { entity, title, statuses, labels: differences.labels ?? {}, editable: [1], steps }
}

/** ST-04 to ST-09: what a status is called; not submitted reads Unsubmitted once it had been submitted. */
export const statusLabel = (flow: Flow, statusId: number, submitted: string | null): string =>
  flow.labels?.[statusId] ?? requestStatusLabel(statusId, { submittedBefore: submitted !== null })

/**
 * The step that leads from one status to another, for calls that name only the status (ChangeStatus). Where company and
 * agency each have one, that of the caller's side; where none fits the present status, one whose obstacle tells so.
 * Undefined when no ordinary step ever leads there: a forced change and the system's steps are never taken by the way.
 */
export function stepTo(flow: Flow, from: number, to: number, actor: Actor): string | undefined {
  const side = isAgency(actor) ? 'agency' : 'company'
  const leading = Object.values(flow.steps).filter((one) => one.to === to && one.by !== 'system')
  const ofSide = leading.filter((one) => one.by.includes(side))
  const candidates = ofSide.length > 0 ? ofSide : leading
  return (candidates.find((one) => one.from.includes(from)) ?? candidates[0])?.name
}
