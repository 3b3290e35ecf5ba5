import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

const shared = {
  to: [ContactType.FinancialContact, ContactType.GeneralPartner, 'submitter'].map(String),
  cc: [ContactType.PrimaryContact, 'reviewer'].map(String),
  placeholders: [
    { name: 'number', label: 'Number of the claim' },
    { name: 'about', label: 'Property' },
    { name: 'status', label: 'Status of the claim' },
    { name: 'check', label: 'Number of the check' },
    { name: 'provider', label: 'Who issued the check' },
    { name: 'amount', label: 'Amount of the check' },
    { name: 'received', label: 'Checks received' },
    { name: 'paid', label: 'Paid for repairs' },
    { name: 'held', label: 'What the agency holds' },
    { name: 'link', label: 'Address of the claim' },
  ],
  parts: mailParts('submitter', 'reviewer'),
}
const link = 'Open the claim: {{link}}'

/**
 * The mails about a claim other than the mails of its decisions. They go to the people who also receive
 * decisions about money (domain 16.4, 39.1).
 */
export const claimMails = [
  {
    ...shared,
    event: 'insurance.checkReceived',
    label: 'Insurance claim: check received',
    subject: '{{number}}, {{about}}: check received',
    body: `The agency received check {{check}} from {{provider}} for {{amount}}. It holds {{held}} of this claim. To be paid for repairs, submit a payment request with invoices and photos.\n\n${link}`,
  },
  {
    ...shared,
    event: 'insurance.standing',
    label: 'Insurance claim: status',
    subject: '{{number}}, {{about}}: {{status}}',
    body: `Claim {{number}} for {{about}}: {{status}}\n\nChecks received: {{received}}\nPaid for repairs: {{paid}}\nHeld by the agency: {{held}}\n\n${link}`,
  },
] as const satisfies readonly DeclaredMail[]

export type ClaimMailEvent = (typeof claimMails)[number]['event']
