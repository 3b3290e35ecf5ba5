import { z } from 'zod'
import { ContactType } from '#ground/platform/lookups/model/index.ts'
import { signedIn } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import {
  type DetailOfReview,
  type LineOfReview,
  type MailTable,
  type ReviewedRow,
  review,
} from '#review/model/index.ts'
import { ContactChange, ContactChangeRequest } from './entities.ts'
import { facts } from './facts.ts'
import { type CheckedLine, type Filed, submitFaults } from './rules.ts'
import { contactSettings } from './settings.ts'
import { requestColumns, requestFacts, sentDecision, sentLine } from './shapes.ts'

const decided: MailTable['approved'] = {
  to: ['submitter', ContactType.PrimaryContact],
  cc: ['companyAdmins', 'reviewer'],
}
/** Source: domain 39.1; `concerned` are the contacts of the types that the changes are about. */
const mails: MailTable = {
  submitted: { to: ['submitter', 'companyAdmins'], cc: ['queue'] },
  recalled: { to: ['queue'], cc: ['submitter'] },
  returned: { to: ['submitter', ContactType.PrimaryContact, 'concerned'], cc: ['companyAdmins'] },
  approved: decided,
  denied: decided,
}

/**
 * The workflow of a request to change contacts: submitted, taken into review, approved or rejected by any
 * analyst. There is no second sign-off and no way back from a decision; another request corrects it. It has
 * no permission of its own (NAV-10): people with a tie to a property or company read its requests, and
 * row-level security lets only their primary users and the agency's writers write.
 */
export const requests = review(ContactChangeRequest, {
  path: '/api/ContactChangeRequest',
  name: facts.name,
  prefix: 'CC',
  access: { read: signedIn, write: signedIn },
  module: facts.module,
  routes: {
    queue: '/ContactChangeRequestList',
    open: '/ContactChangeRequestReview/:contactChangeRequestId',
    owner: ({ propertyId }) =>
      propertyId ? `/ChangeRequestContactListProperty/${propertyId}` : '/ManagementContacts',
  },
  // Whose a new one is to be, a property or a company, is said by calls of the specification.
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
  detail: requestFacts,
  lines: { lines: ContactChange },
  line: requestColumns,
  /** Requests of owner-managers go to the queue of companies. */
  parts: ['ofProperties', 'ofCompanies'],
  /** Lines that are not sent are removed; without the list they stay as they are. */
  saves: { lines: z.array(sentLine).max(100).optional() },
  /** The reviewer's choices for contacts that changed in the meantime. */
  reviews: { decisions: z.array(sentDecision).max(100).optional() },
  rules: {
    CCR: (values: { reason: string | null; lines: readonly CheckedLine[] }, detail: Filed) =>
      submitFaults(values, detail),
  },
  mails,
  settings: { queue: contactSettings.queueAddress },
})

export type RequestRow = ReviewedRow<typeof ContactChangeRequest>
export type Detail = DetailOfReview<typeof requests>
export type Line = LineOfReview<typeof requests>
