import { requestStatusLabel } from '#kernel/model/status.ts'
import { type Flow, reviewFlow } from '#kernel/model/workflow.ts'

/**
 * The workflow of contact change requests: submitted, taken into review, approved or rejected by any analyst. There is
 * no second sign-off and no way back from a decision; another request corrects it.
 */
export const flow: Flow<'ContactChangeRequest'> = {
  ...reviewFlow('ContactChangeRequest', {
    title: 'Contact change request',
    steps: {
      return: { from: [2, 3] },
      startReview: { confirm: 'It is assigned to you and can no longer be recalled.' },
      review: null,
      approve: {
        from: [3],
        by: 'agency write',
        notBy: undefined,
        confirm: 'The contacts change as decided, at once or on the effective date, and everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        label: 'Reject',
        done: 'Rejected',
        from: [3],
        confirm: 'Nothing changes. Your reason is mailed to everyone concerned.',
      },
      reopen: null,
      adminChange: null,
    },
  }),
  statuses: [1, 2, 3, 5, 6],
}

/** ST-04…ST-09 for this module: 1 reads Unsubmitted once it had been submitted. */
export const statusLabel = (statusId: number, submitted: string | null): string =>
  requestStatusLabel(statusId, { view: 'reject', submittedBefore: submitted !== null })

/** `CC-104`: how a request is named in lists and mails. */
export const requestNumber = (requestId: number): string => `CC-${requestId}`
