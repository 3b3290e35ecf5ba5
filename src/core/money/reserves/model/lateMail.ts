import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'

/** The mail to a company about an overdue or short deposit. The agency may change its text. */
export const lateMail = {
  event: 'reserves.depositLate',
  label: 'Reserve deposit overdue or short',
  subject: '{{property}}: {{owed}} of reserve deposits not received',
  body: 'The agency has not received these deposits to “{{account}}” of {{property}}:\n\n{{deposits}}\n\nIf one was made, send the agency its date and reference.\n\nThe account: {{link}}',
  to: ['contacts'],
  cc: [],
  placeholders: [
    { name: 'property', label: 'Property' },
    { name: 'account', label: 'Reserve account' },
    { name: 'deposits', label: 'The deposits, a line for each' },
    { name: 'owed', label: 'What has not been received, in all' },
    { name: 'link', label: 'Address of the account' },
  ],
  parts: [
    {
      name: 'contacts',
      label: 'Financial contacts of the property, or the company’s administrators where there is none',
    },
    { name: 'administrators', label: 'Administrators of the company' },
  ],
} as const satisfies DeclaredMail
