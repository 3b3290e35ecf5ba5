import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { Exhibit, ProjectExhibit } from './entities.ts'
import { formFacts, getPropertyFormsPath } from './facts.ts'
import { type FormContent, type FormFilingFacts, getFormFaults, getOriginalFault } from './rules.ts'
import { formSettings as settings } from './settings.ts'

/**
 * Declares the review of a compliance form. A rejected form goes back to the company, which uploads the
 * rejected documents again (domain 24, 39).
 */
export const forms = review(ProjectExhibit, {
  path: '/api/ProjectExhibit',
  name: formFacts.name,
  prefix: 'CF',
  noun: 'form',
  access: formFacts.permission,
  module: formFacts.module,
  routes: {
    queue: formFacts.queue,
    open: formFacts.open,
    owner: ({ propertyId }) => getPropertyFormsPath(propertyId),
  },
  // A record always needs a form and a period, so there is no empty record.
  names: { fresh: null },
  flow: {
    steps: {
      return: null,
      review: null,
      approve: {
        from: [RequestStatus.UNDER_REVIEW],
        by: 'agency write',
        confirm: 'The form is accepted for its period. Everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        from: [RequestStatus.UNDER_REVIEW],
        label: 'Reject',
        done: 'Rejected',
        confirm: 'The company is mailed your reason and the comments on documents, and uploads them again.',
      },
    },
    extra: [
      {
        name: 'correct',
        label: 'Correct and upload again',
        done: 'Taken back to be corrected',
        from: [RequestStatus.REJECTED],
        to: RequestStatus.NOT_SUBMITTED,
        by: 'submitter company',
        reason: 'none',
        confirm: 'It comes back to you. Your uploads stay, with the agency’s comments.',
      },
    ],
  },
  detail: {
    exhibit: Exhibit.row,
    period: z.string(),
    dueDate: z.string(),
    periodOver: z.boolean(),
    entryOpen: z.boolean(),
    entryCloses: z.string(),
    alwaysAllowEntry: z.boolean(),
  },
  line: {
    code: z.string(),
    form: z.string(),
    periodEnd: z.iso.date(),
    originalReceived: z.iso.date().nullable(),
  },
  rules: { CMF: (content: FormContent, filing: FormFilingFacts) => getFormFaults(content, filing) },
  reviewRules: { 'CMF-4': getOriginalFault },
  mails: complianceMails,
  settings: { queue: settings.queueAddress, turnaround: settings.turnaroundDays },
})

/** A record of a form, its details on its screen, and its line in lists. */
export type FormRow = ReviewedRow<typeof ProjectExhibit>
export type FormDetail = DetailOfReview<typeof forms>
export type FormLine = LineOfReview<typeof forms>
