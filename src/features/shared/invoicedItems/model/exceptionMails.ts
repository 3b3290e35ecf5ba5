import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { type AnyReview, mailParts } from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'

/** Returns the event of the mail about a granted or withdrawn exception of a kind of request. */
export const getExceptionEvent = ({ name }: Pick<AnyReview, 'name'>, isGranted: boolean): string =>
  `${name}.${isGranted ? 'exceptionGranted' : 'exceptionWithdrawn'}`

const placeholders = [
  { name: 'number', label: 'Number of the request' },
  { name: 'about', label: 'Property' },
  { name: 'days', label: 'Age of an invoice, in days, from which it needs an exception' },
  { name: 'reason', label: 'Reason of the agency' },
  { name: 'next', label: 'What the company does next' },
  { name: 'noun', label: 'What its company calls the record' },
  { name: 'agency', label: 'Name of the agency' },
  { name: 'link', label: 'Address of the record' },
]

/**
 * The mails about the exception for old invoices of a kind of request. They go to whoever began and submitted
 * it, because it is granted on drafts, too.
 */
export const declareExceptionMails = (review: Pick<AnyReview, 'entity' | 'name'>): readonly DeclaredMail[] =>
  [true, false].map((isGranted) => {
    const outcome = isGranted ? 'granted' : 'withdrawn'
    return {
      event: getExceptionEvent(review, isGranted),
      label: `${review.entity.label}: exception for old invoices ${outcome}`,
      subject: `{{number}}, {{about}}: exception for old invoices ${outcome}`,
      body: [
        isGranted
          ? 'The agency pays back invoices older than {{days}} days with {{number}} for {{about}}.'
          : 'The agency has withdrawn the exception of {{number}} for {{about}}. Invoices older than {{days}} days are not paid back with it.',
        'Reason: {{reason}}',
        '{{next}}',
        'Open the {{noun}}: {{link}}',
        '{{agency}}',
      ].join('\n\n'),
      to: ['submitter', 'preparer'],
      cc: ['companyAdmins'],
      placeholders,
      parts: mailParts('submitter', 'preparer', 'reviewer', 'companyAdmins'),
    }
  })

/** Says what the company does next with a request whose exception was granted or withdrawn. */
export function getNextStep(statusId: number, isGranted: boolean): string {
  if (statusId === RequestStatus.NOT_SUBMITTED)
    return isGranted
      ? 'It is not submitted yet: submit it, and its review begins.'
      : 'Remove the old invoices before you submit it, or write to the agency.'
  return isGranted
    ? 'You need not do anything: its review goes on.'
    : 'Its review goes on without the old invoices. To change it, write to the agency.'
}
