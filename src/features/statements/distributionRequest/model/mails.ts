import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

/** The email when a request expires because the next statement was filed (domain 7.5, 39.1). */
export const expiredMail = {
  event: 'distribution.expired',
  label: 'Distribution request expired',
  subject: '{{number}}, {{about}}: expired',
  body: 'The annual statement of {{later}} of {{about}} was filed, and the request to distribute surplus cash of {{year}} has expired. The later statement shows what is available now.\n\nOpen the request: {{link}}',
  to: ['submitter', ContactType.FinancialContact, ContactType.GeneralPartner].map(String),
  cc: [],
  placeholders: [
    { name: 'number', label: 'Number of the request' },
    { name: 'about', label: 'Property' },
    { name: 'year', label: 'Fiscal year of its statement' },
    { name: 'later', label: 'Fiscal year of the later statement' },
    { name: 'link', label: 'Address of the request' },
  ],
  parts: mailParts('submitter'),
} as const satisfies DeclaredMail
