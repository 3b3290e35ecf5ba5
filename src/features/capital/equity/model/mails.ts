import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

/** The mail that notifies a property of its equity figure of a year. */
export const noticeMail = {
  event: 'equity.notice',
  label: 'Equity figures: notice to properties',
  subject: 'Equity of {{property}} for fiscal year {{year}}',
  body: `The equity of {{property}} for fiscal year {{year}} is {{equity}}. It allows distributions of {{allowed}} a year.

How it was computed: {{formula}}

{{held}}

The figure and the loans it stands on: {{link}}`,
  to: [String(ContactType.FinancialContact)],
  cc: [String(ContactType.GeneralPartner)],
  placeholders: [
    { name: 'property', label: 'Name of the property' },
    { name: 'year', label: 'Fiscal year' },
    { name: 'equity', label: 'Equity' },
    { name: 'allowed', label: 'Allowed distribution' },
    { name: 'formula', label: 'How it was computed' },
    { name: 'held', label: 'What does not count' },
    { name: 'link', label: 'Address of the loans and equity of the property' },
  ],
  parts: addContactTypes({}),
} as const satisfies DeclaredMail
