import { ContactType } from '#ground/lookups/model/index.ts'

/** What everyone concerned is mailed about. */
export type MailEvent = 'submitted' | 'recalled' | 'returned' | 'approved' | 'denied'

/**
 * Whom a mail goes to: by the part played in the record, a type of contact, or `concerned`, whom the subject itself names.
 * `companyAdmins` are those in charge of the company; `queue` is the mail address of the agency's queue.
 */
export type Part = 'submitter' | 'reviewer' | 'companyAdmins' | 'queue' | 'concerned' | ContactType

/** Who is written to, and who gets a copy. Source: domain 39.1. */
export type MailTable = Readonly<Record<MailEvent, { to: readonly Part[]; cc: readonly Part[] }>>

/** The table of domain 39.1 with the contacts a subject's decisions go to; the first of them is told of a return, too. */
const table = (decidedTo: readonly Part[], decidedCc: readonly Part[]): MailTable => {
  const decided = { to: [...decidedTo, 'submitter' as const], cc: decidedCc }
  return {
    submitted: { to: ['submitter', 'companyAdmins'], cc: ['queue'] },
    recalled: { to: ['queue'], cc: ['submitter'] },
    returned: { to: ['submitter', ContactType.PrimaryContact, ...decidedTo.slice(0, 1)], cc: ['companyAdmins'] },
    approved: decided,
    denied: decided,
  }
}

/** Reserves, distributions, statements and budgets. */
export const financeMails = table(
  [ContactType.FinancialContact, ContactType.GeneralPartner],
  [ContactType.PrimaryContact, 'reviewer'],
)

const told = { to: ['submitter', 'companyAdmins'], cc: ['reviewer'] } as const
/** What concerns the company as such. */
export const companyMails: MailTable = {
  ...table([], []),
  returned: told,
  approved: told,
  denied: told,
}
