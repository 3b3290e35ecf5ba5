import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

export const CLEARED = 'statement.cleared'

/** The email when every finding of a statement is cured (domain 8.6). */
export const clearedMail: DeclaredMail = {
  event: CLEARED,
  label: 'Annual financial statement: findings cured',
  subject: '{{number}}, {{about}}: findings cured',
  body: 'The findings of the {{year}} annual financial statement of {{about}} are cured, and it is accepted. The letter is with the statement.\n\nOpen the statement: {{link}}',
  to: [ContactType.FinancialContact, ContactType.GeneralPartner, 'submitter'].map(String),
  cc: [ContactType.PrimaryContact, 'reviewer', 'concerned'].map(String),
  placeholders: [
    { name: 'number', label: 'Number of the statement' },
    { name: 'about', label: 'Property' },
    { name: 'year', label: 'Fiscal year' },
    { name: 'link', label: 'Address of the statement' },
  ],
  parts: addContactTypes({
    submitter: 'The person who submitted it',
    reviewer: 'The reviewer',
    concerned: 'The auditor, where the statement has an address of the firm or contact',
  }),
}
