import { requestStatusLabel } from '#kernel/model/status.ts'
import { reviewFlow } from '#kernel/model/workflow.ts'

/** The workflow of an extension request: decided in one review, never reopened. Domain 39, "AFS extension". */
export const extensionFlow = reviewFlow('ExtensionRequest', {
  title: 'Extension request',
  steps: {
    return: { from: [2] },
    review: null,
    approve: {
      from: [2, 3],
      by: 'agency write',
      confirm: 'The due date moves, and everyone concerned is mailed.',
    },
    approveDirectly: null,
    deny: { from: [2, 3], confirm: 'The due date stays. The decision and your reason are mailed.' },
    reopen: null,
    adminChange: null,
  },
})

/** What a status of an extension request is called; 1 reads Unsubmitted once it had been submitted. */
export const extensionStatusLabel = (statusId: number, submitted: string | null): string =>
  requestStatusLabel(statusId, { view: 'deny', submittedBefore: submitted !== null })
