import { PropertyStatus, propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Flow, Step } from '#kernel/model/workflow.ts'

const byName = (steps: readonly Step[]): Record<string, Step> =>
  Object.fromEntries(steps.map((step) => [step.name, step]))

const { Active, Inactive, UnderConstruction, Conditional, Firm, Decontrol, Deleted } = PropertyStatus

/**
 * The status transitions of a property. In addition to the regular steps, an agency administrator may force
 * any change, which is logged (ST-24); this is also the way back from Deleted.
 */
export const statusFlow: Flow<'Property'> = {
  entity: 'Property',
  title: 'Property',
  statuses: Object.values(PropertyStatus),
  labels: propertyStatusLabels,
  editable: Object.values(PropertyStatus).filter((status) => status !== Deleted),
  steps: byName([
    {
      name: 'commit',
      label: 'Firm commitment issued',
      done: 'Firm commitment issued',
      from: [Conditional],
      to: Firm,
      by: 'agency write',
      reason: 'optional',
      confirm: 'The property moves from Conditional to Firm.',
    },
    {
      name: 'build',
      label: 'Construction started',
      done: 'Construction started',
      from: [Firm],
      to: UnderConstruction,
      by: 'agency write',
      reason: 'optional',
      confirm: 'The loan has closed or construction has begun.',
    },
    {
      name: 'activate',
      label: 'Activate',
      done: 'Activated',
      from: [UnderConstruction],
      to: Active,
      by: 'agency write',
      reason: 'optional',
      confirm: 'Lease-up begins and the property is monitored. It needs its placed-in-service date.',
    },
    {
      name: 'deactivate',
      label: 'Deactivate',
      done: 'Deactivated',
      from: [Active],
      to: Inactive,
      by: 'agency admin',
      reason: 'required',
      confirm: 'The property is no longer monitored: paid off, transferred or foreclosed.',
      danger: true,
    },
    {
      name: 'reinstate',
      label: 'Reinstate',
      done: 'Reinstated',
      from: [Inactive],
      to: Active,
      by: 'agency admin',
      reason: 'optional',
      confirm: 'The property is monitored again.',
    },
    {
      name: 'withdraw',
      label: 'Withdraw',
      done: 'Withdrawn',
      from: [Conditional, Firm, UnderConstruction],
      to: Inactive,
      by: 'agency admin',
      reason: 'required',
      confirm: 'The proposal was withdrawn or its commitment rescinded.',
      danger: true,
    },
    {
      name: 'decontrol',
      label: 'Release from control',
      done: 'Release from control begun',
      from: [Active, Inactive],
      to: Decontrol,
      by: 'agency admin',
      reason: 'required',
      confirm: 'The restrictions are being released; the banner says so until decontrol is approved.',
      danger: true,
    },
    {
      name: 'undoDecontrol',
      label: 'Undo decontrol',
      done: 'Decontrol undone',
      from: [Decontrol],
      to: Active,
      by: 'agency admin',
      reason: 'required',
      confirm: 'Corrects an error: the property is active again and its decontrol forgotten.',
      danger: true,
    },
    {
      name: 'delete',
      label: 'Delete',
      done: 'Deleted',
      from: [Active, Inactive, UnderConstruction, Conditional, Firm, Decontrol],
      to: Deleted,
      by: 'agency admin',
      reason: 'required',
      confirm:
        'It was entered twice or never built. It leaves the lists; nothing is lost. No request may be open.',
      danger: true,
    },
    {
      name: 'adminChange',
      label: 'Force a status',
      done: 'Status forced by an administrator',
      from: Object.values(PropertyStatus),
      to: null,
      by: 'agency admin',
      reason: 'required',
      confirm: 'The status is set without any of the usual checks.',
      danger: true,
    },
  ]),
}

/** The name of the step from one status to another: a regular one if it exists, else the forced change. */
export const getStepBetween = (from: number, to: number): string =>
  Object.values(statusFlow.steps).find((step) => step.to === to && step.from.includes(from))?.name ??
  'adminChange'

/** The label of a property status, '' for an unknown status. ST-10…ST-16. */
export const getStatusLabel = (statusId: number): string => propertyStatusLabels[statusId] ?? ''

const { NOT_STARTED, NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED, REJECTED } = RequestStatus

/** The property statuses from which decontrol may begin. */
export const decontrolStartStatuses: readonly number[] = [Active, Inactive, Decontrol]

/**
 * The decontrol process, in the statuses of requests; without a decontrol it is Not Started. Approved ends
 * the banner's "Decontrol: Pending" (ST-21). Rejected makes the property active again. Two people decide: the
 * person who began or reviewed it may not approve it (domain 47.8).
 */
export const decontrolFlow: Flow<'PropertyDecontrol'> = {
  entity: 'PropertyDecontrol',
  title: 'Decontrol',
  statuses: Object.values(RequestStatus),
  editable: [],
  steps: byName([
    {
      name: 'start',
      label: 'Start decontrol',
      done: 'Decontrol started',
      from: [NOT_STARTED, REJECTED],
      to: NOT_SUBMITTED,
      by: 'agency write',
      reason: 'optional',
      confirm: 'The property changes to Decontrol; its banner says pending.',
    },
    {
      name: 'submit',
      label: 'Submit checklist',
      done: 'Decontrol checklist submitted',
      from: [NOT_SUBMITTED],
      to: SUBMITTED,
      by: 'agency write',
      reason: 'optional',
      confirm: 'Outstanding statements, non-compliance, reserve balance and release are listed.',
    },
    {
      name: 'startReview',
      label: 'Start decontrol review',
      done: 'Decontrol review started',
      from: [SUBMITTED],
      to: UNDER_REVIEW,
      by: 'agency write',
      reason: 'optional',
      confirm: 'Legal and compliance review begins.',
    },
    {
      name: 'review',
      label: 'Decontrol reviewed',
      done: 'Decontrol reviewed',
      from: [UNDER_REVIEW],
      to: REVIEWED,
      by: 'agency write',
      reason: 'optional',
      confirm: 'It goes to a manager for approval.',
    },
    {
      name: 'approve',
      label: 'Approve decontrol',
      done: 'Decontrol approved',
      from: [REVIEWED],
      to: APPROVED,
      by: 'agency manager',
      notBy: 'reviewer',
      reason: 'optional',
      confirm: 'The property is released from control.',
    },
    {
      name: 'reject',
      label: 'Reject decontrol',
      done: 'Decontrol rejected',
      from: [UNDER_REVIEW, REVIEWED],
      to: REJECTED,
      by: 'agency manager',
      reason: 'optional',
      confirm: 'The property is active again.',
      danger: true,
    },
  ]),
}
