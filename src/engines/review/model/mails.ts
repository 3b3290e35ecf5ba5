import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import type { AnyReview } from './review.ts'

/** The steps of a review that everyone concerned is mailed about. */
type StepEvent = 'submitted' | 'recalled' | 'returned' | 'approved' | 'denied'
/** The steps that are mailed, and the questions to the company with their answers. */
export type MailEvent = StepEvent | 'asked' | 'answered'

/**
 * A recipient of a mail: a person with a part in the record, a type of contact, or `concerned`, the people
 * that the subject itself names. `companyAdmins` are the administrators of the company, and `queue` is the
 * mail address of the agency's queue.
 */
export type Part =
  | 'submitter'
  | 'preparer'
  | 'reviewer'
  | 'companyAdmins'
  | 'queue'
  | 'concerned'
  | ContactType

/** The recipients and the copies of each mail. Source: domain 39.1. */
export type MailTable = Readonly<Record<StepEvent, { to: readonly Part[]; cc: readonly Part[] }>>

/**
 * Builds the mail table of domain 39.1 with the contacts who receive a subject's decisions. The first of them
 * is also mailed about a return.
 */
const buildMailTable = (decidedTo: readonly Part[], decidedCc: readonly Part[]): MailTable => {
  const decided = { to: [...decidedTo, 'submitter' as const], cc: decidedCc }
  return {
    submitted: { to: ['submitter', 'companyAdmins'], cc: ['queue'] },
    recalled: { to: ['queue'], cc: ['submitter'] },
    returned: {
      to: ['submitter', ContactType.PrimaryContact, ...decidedTo.slice(0, 1)],
      cc: ['companyAdmins'],
    },
    approved: decided,
    denied: decided,
  }
}

/** The mail table of reserves, distributions, statements and budgets. */
export const financeMails = buildMailTable(
  [ContactType.FinancialContact, ContactType.GeneralPartner],
  [ContactType.PrimaryContact, 'reviewer'],
)

/** The mail table of rents, utility allowances and exhibits. */
export const complianceMails = buildMailTable(
  [ContactType.PrimaryContact, ContactType.ComplianceContact],
  [ContactType.RegionalContact],
)

const companyRecipients = { to: ['submitter', 'companyAdmins'], cc: ['reviewer'] } as const
/** The mail table of records about a company itself. */
export const companyMails: MailTable = {
  ...buildMailTable([], []),
  returned: companyRecipients,
  approved: companyRecipients,
  denied: companyRecipients,
}

/** The words for each event in the subject of its mail. */
export const outcomes: Readonly<Record<MailEvent, string>> = {
  submitted: 'submitted',
  recalled: 'recalled',
  returned: 'returned for correction',
  approved: 'approved',
  denied: 'denied',
  asked: 'question from the agency',
  answered: 'question answered',
}
const sentences: Readonly<Record<MailEvent, string>> = {
  submitted: 'It was received and waits for review.',
  recalled: 'The company has taken it back for changes.',
  returned: 'Please correct it and submit it again. The reviewer writes:',
  approved: '',
  denied: 'The agency cannot approve it:',
  asked: 'The agency asks:',
  answered: 'The company answers:',
}
const placeholders = [
  { name: 'record', label: 'Kind of record' },
  { name: 'number', label: 'Number of the record' },
  { name: 'about', label: 'Property or company' },
  { name: 'outcome', label: 'What happened' },
  { name: 'details', label: 'Reason, amounts and further details' },
  { name: 'facts', label: 'Amount, promised day, and who did it' },
  { name: 'amount', label: 'What is asked for, in dollars' },
  { name: 'promised', label: 'Day by which the agency promised to decide' },
  { name: 'by', label: 'Who did it' },
  { name: 'agency', label: 'Name of the agency' },
  { name: 'noun', label: 'What its company calls the record' },
  { name: 'link', label: 'Address of the record' },
]
const parts: Readonly<Record<Exclude<Part, ContactType>, string>> = {
  submitter: 'The person who submitted it',
  preparer: 'The person who began it',
  reviewer: 'The reviewer',
  companyAdmins: 'Administrators of the company',
  queue: 'Mail address of the agency’s queue',
  concerned: 'Whom the record itself names',
}

/** The possible recipients of a mail with their labels: the given parts, and every type of contact. */
export const mailParts = (...partNames: readonly (keyof typeof parts)[]): DeclaredMail['parts'] =>
  addContactTypes(Object.fromEntries(partNames.map((name) => [name, parts[name]])))

/**
 * Returns the recipients of an event. A question has the recipients of a return, and its answer goes to the
 * analyst and the queue.
 */
function getEventRecipients(mails: MailTable, event: MailEvent): MailTable[StepEvent] {
  if (event === 'asked') return mails.returned
  return event === 'answered' ? { to: ['reviewer', 'queue'], cc: [] } : mails[event]
}

/** Returns the default mail templates of a review, which the agency can rewrite. */
export function declaredMails({
  entity,
  name,
  mails,
}: Pick<AnyReview, 'entity' | 'name' | 'mails'>): DeclaredMail[] {
  const events = Object.keys(outcomes) as MailEvent[]
  return events.map((event) => ({
    event: `${name}.${event}`,
    label: `${entity.label} ${outcomes[event]}`,
    subject: '{{number}}, {{about}}: {{outcome}}',
    body: [
      '{{record}} {{number}} for {{about}}',
      sentences[event],
      '{{details}}',
      '{{facts}}',
      'Open the {{noun}}: {{link}}',
      '{{agency}}',
    ]
      .filter(Boolean)
      .join('\n\n'),
    to: getEventRecipients(mails, event).to.map(String),
    cc: getEventRecipients(mails, event).cc.map(String),
    placeholders,
    parts: mailParts(...(Object.keys(parts) as (keyof typeof parts)[])),
  }))
}
