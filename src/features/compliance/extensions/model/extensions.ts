import { z } from 'zod'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ExtensionRequest } from './entities.ts'
import { extensionFacts } from './facts.ts'
import { type ExtensionInput, getExtensionFaults } from './rules.ts'
import { extensionSettings } from './settings.ts'

const task = { task: z.string(), dueDate: z.iso.date(), originalDueDate: z.iso.date() }

/**
 * Declares the review of extension requests: one person decides, and a decision is never reopened (domain 39,
 * "AFS extension").
 */
export const extensions = review(ExtensionRequest, {
  path: '/api/ExtensionRequest',
  name: extensionFacts.name,
  prefix: 'EX',
  access: 'AFS',
  routes: {
    ...extensionFacts,
    owner: ({ propertyId }) => `/todolist/property/${propertyId}`,
  },
  // A request always belongs to a task, so there is no empty record.
  names: { fresh: null },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Denied' },
    steps: {
      return: { from: [RequestStatus.SUBMITTED] },
      review: null,
      approve: {
        from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW],
        by: 'agency write',
        confirm: 'The due date moves, and everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW],
        confirm: 'The due date stays. The decision and your reason are mailed.',
      },
      reopen: null,
      adminChange: null,
    },
  },
  detail: { ...task, open: z.boolean(), mostDays: z.int(), tooLate: z.boolean() },
  line: { ...task, taskInstanceId: z.int(), requestedDueDate: z.iso.date().nullable() },
  rules: {
    EXT: getExtensionFaults,
    'EXT-late': (_: ExtensionInput, { tooLate }: { tooLate: boolean }) =>
      tooLate && 'The due date has passed. Ask the agency to file the extension for you.',
  },
  reviewRules: { EXT: getExtensionFaults },
  mails: financeMails,
  settings: { queue: extensionSettings.queueAddress },
})

/** An extension request as a record, with the details on its screen, and as a line in lists. */
export type ExtensionRow = ReviewedRow<typeof ExtensionRequest>
export type ExtensionDetail = DetailOfReview<typeof extensions>
export type ExtensionLine = LineOfReview<typeof extensions>
