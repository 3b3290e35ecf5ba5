import { z } from 'zod'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import {
  type DetailOfReview,
  type LineOfReview,
  type MailTable,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { signedIn } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ContactChange, ContactChangeRequest } from './entities.ts'
import { contactChangeFacts } from './facts.ts'
import { type CheckedLine, getRequestFaults, type RequestFacts } from './rules.ts'
import { contactSettings } from './settings.ts'
import { decisionInput, lineInput, requestColumnsShape, requestFactsShape } from './shapes.ts'

const decisionMails: MailTable['approved'] = {
  to: ['submitter', ContactType.PrimaryContact],
  cc: ['companyAdmins', 'reviewer'],
}
/**
 * The recipients of mails, by domain 39.1. `concerned` are the contacts of the types that the changes are
 * about.
 */
const mails: MailTable = {
  submitted: { to: ['submitter', 'companyAdmins'], cc: ['queue'] },
  recalled: { to: ['queue'], cc: ['submitter'] },
  returned: { to: ['submitter', ContactType.PrimaryContact, 'concerned'], cc: ['companyAdmins'] },
  approved: decisionMails,
  denied: decisionMails,
}

/**
 * Declares the review of contact change requests: submitted, taken into review, approved or rejected by any
 * analyst. There is no second approval, and a decision cannot be reopened; another request corrects it. The
 * review has no permission of its own (NAV-10): people with a tie to a property or company read its requests,
 * and row-level security lets only its primary users and the agency's writers write.
 */
export const requests = review(ContactChangeRequest, {
  path: '/api/ContactChangeRequest',
  name: contactChangeFacts.name,
  prefix: 'CC',
  access: { read: signedIn, write: signedIn },
  module: contactChangeFacts.module,
  routes: {
    queue: '/ContactChangeRequestList',
    open: '/ContactChangeRequestReview/:contactChangeRequestId',
    owner: ({ propertyId }) =>
      propertyId ? `/ChangeRequestContactListProperty/${propertyId}` : '/ManagementContacts',
  },
  // There is no empty record here: calls of the specification say whether a new request is about a property
  // or a company.
  names: { save: 'UpdateContactChange', fresh: null },
  flow: {
    steps: {
      return: { from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW] },
      startReview: { confirm: 'It is assigned to you and can no longer be recalled.' },
      review: null,
      approve: {
        from: [RequestStatus.UNDER_REVIEW],
        by: 'agency write',
        confirm:
          'The contacts change as decided, at once or on the effective date, and everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        label: 'Reject',
        done: 'Rejected',
        from: [RequestStatus.UNDER_REVIEW],
        confirm: 'Nothing changes. Your reason is mailed to everyone concerned.',
      },
      reopen: null,
      adminChange: null,
    },
  },
  detail: requestFactsShape,
  lines: { lines: ContactChange },
  line: requestColumnsShape,
  /** The parts of the list. Requests of owner-managers are among those of companies. */
  parts: ['ofProperties', 'ofCompanies'],
  /** Lines that are missing here are removed. Without the list, all lines remain unchanged. */
  saves: { lines: z.array(lineInput).max(100).optional() },
  /** The reviewer's choices for contacts that changed since the request. */
  reviews: { decisions: z.array(decisionInput).max(100).optional() },
  rules: {
    CCR: (values: { reason: string | null; lines: readonly CheckedLine[] }, detail: RequestFacts) =>
      getRequestFaults(values, detail),
  },
  mails,
  settings: { queue: contactSettings.queueAddress },
})

/** A request as a record, with the details on its screen, and as a line in lists. */
export type RequestRow = ReviewedRow<typeof ContactChangeRequest>
export type RequestDetail = DetailOfReview<typeof requests>
export type RequestLine = LineOfReview<typeof requests>
