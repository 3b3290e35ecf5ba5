import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

const shared = {
  parts: mailParts('submitter', 'reviewer'),
  placeholders: [
    { name: 'number', label: 'Number of the application' },
    { name: 'about', label: 'Property' },
    { name: 'year', label: 'Year of the funds' },
    { name: 'link', label: 'Address of the application' },
  ],
}

/** The emails about the waiting list, in addition to those of the review. */
export const waitingMails = [
  {
    ...shared,
    event: 'rentGap.waiting',
    label: 'Rent gap: on the waiting list',
    to: ['submitter', String(ContactType.PrimaryContact)],
    cc: ['reviewer'],
    subject: '{{number}}, {{about}}: on the waiting list',
    body: 'The application {{number}} for {{about}} is reviewed, but the funds of {{year}} are not enough for it. It stays on the waiting list and is decided when funds become free.\n\nOpen the application: {{link}}',
  },
  {
    ...shared,
    event: 'rentGap.funded',
    label: 'Rent gap: funds are free again',
    to: ['reviewer'],
    cc: [],
    subject: '{{number}}, {{about}}: funds are free again',
    body: 'The funds of {{year}} suffice for the application {{number}} for {{about}} again. It can be approved.\n\nOpen the application: {{link}}',
  },
] as const satisfies readonly DeclaredMail[]

export type WaitingEvent = (typeof waitingMails)[number]['event']
