import { requestStatusLabel } from '#kernel/model/status.ts'
import { reviewFlow } from '#kernel/model/workflow.ts'

/** The request's workflow: the base table of reviews, with approval by a second person while that setting is on. */
export const flow = reviewFlow('ReplacementReserveRequest', {
  title: 'Replacement reserve request',
  steps: {
    approve: {
      confirm: 'The approved amounts leave the reserve, the letter is drawn up, and everyone concerned is mailed.',
    },
    approveDirectly: {
      confirm: 'The approved amounts leave the reserve, the letter is drawn up, and everyone concerned is mailed.',
    },
    reopen: {
      confirm: 'It returns to review, and what was released goes back into the reserve. Not possible once paid.',
    },
  },
})

/** ST-04…ST-09 for this module: 6 reads Denied; 1 reads Unsubmitted once it had been submitted. */
export const statusLabel = (statusId: number, submitted: string | null): string =>
  requestStatusLabel(statusId, { view: 'deny', submittedBefore: submitted !== null })

/** `R-104`: how a request is named in lists, letters and mails. */
export const requestNumber = (requestId: number): string => `R-${requestId}`
