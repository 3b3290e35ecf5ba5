import { type DeclaredMail, withContacts } from '#ground/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#ground/platform/lookups/model/index.ts'
import type { AnyReview } from './review.ts'

/** What everyone concerned is mailed about. */
type StepEvent = 'submitted' | 'recalled' | 'returned' | 'approved' | 'denied'
/** The events of its steps, and questions to its company with their answers. */
export type MailEvent = StepEvent | 'asked' | 'answered'

/**
 * Whom a mail goes to: by the part played in the record, a type of contact, or `concerned`, whom the subject
 * itself names. `companyAdmins` are those in charge of the company; `queue` is the mail address of the
 * agency's queue.
 */
export type Part =
  | 'submitter'
  | 'preparer'
  | 'reviewer'
  | 'companyAdmins'
  | 'queue'
  | 'concerned'
  | ContactType

/** Who is written to, and who gets a copy. Source: domain 39.1. */
export type MailTable = Readonly<Record<StepEvent, { to: readonly Part[]; cc: readonly Part[] }>>

/**
 * The table of domain 39.1 with the contacts a subject's decisions go to; the first of them is mailed about a
 * return, too.
 */
const table = (decidedTo: readonly Part[], decidedCc: readonly Part[]): MailTable => {
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

/** Reserves, distributions, statements and budgets. */
export const financeMails = table(
  [ContactType.FinancialContact, ContactType.GeneralPartner],
  [ContactType.PrimaryContact, 'reviewer'],
)

/** Rents, utility allowances, exhibits. */
export const complianceMails = table(
  [ContactType.PrimaryContact, ContactType.ComplianceContact],
  [ContactType.RegionalContact],
)

const companyRecipients = { to: ['submitter', 'companyAdmins'], cc: ['reviewer'] } as const
/** What concerns the company as such. */
export const companyMails: MailTable = {
  ...table([], []),
  returned: companyRecipients,
  approved: companyRecipients,
  denied: companyRecipients,
}

/** What each event is called in the subject of its mail. */
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

/** Whom a mail may go to: the parts named, and every type of contact. */
export const mailParts = (...partNames: readonly (keyof typeof parts)[]): DeclaredMail['parts'] =>
  withContacts(Object.fromEntries(partNames.map((name) => [name, parts[name]])))

/** A question goes to whom a return goes, its answer to the analyst and the queue. */
function getParts(mails: MailTable, event: MailEvent): MailTable[StepEvent] {
  if (event === 'asked') return mails.returned
  return event === 'answered' ? { to: ['reviewer', 'queue'], cc: [] } : mails[event]
}

/** The mails of a review as the agency finds them before it writes others. */
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
    to: getParts(mails, event).to.map(String),
    cc: getParts(mails, event).cc.map(String),
    placeholders,
    parts: mailParts(...(Object.keys(parts) as (keyof typeof parts)[])),
  }))
}
