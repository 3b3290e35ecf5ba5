import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

export const ON_HOLD = 'rentIncrease.held'
export const RELEASED = 'rentIncrease.released'

const shared = {
  to: ['submitter', String(ContactType.PrimaryContact), String(ContactType.ComplianceContact)],
  cc: ['reviewer'],
  parts: mailParts('submitter', 'reviewer', 'companyAdmins'),
  placeholders: [
    { name: 'number', label: 'Number of the record' },
    { name: 'about', label: 'Property' },
    { name: 'reason', label: 'To be corrected' },
    { name: 'link', label: 'Address of the record' },
  ],
} as const

/** The emails about a hold and its release, in addition to those of the review. */
export const holdMails: readonly DeclaredMail[] = [
  {
    ...shared,
    event: ON_HOLD,
    label: 'Rent increase on hold',
    subject: '{{number}}, {{about}}: on hold',
    body: 'The rents of {{about}} are reviewed, but Schedule II is on hold until this is corrected:\n\n{{reason}}\n\nOpen the request: {{link}}',
  },
  {
    ...shared,
    event: RELEASED,
    label: 'Rent increase released from hold',
    subject: '{{number}}, {{about}}: no longer on hold',
    body: 'Schedule II for {{about}} is no longer on hold.\n\n{{reason}}\n\nOpen the request: {{link}}',
  },
]
