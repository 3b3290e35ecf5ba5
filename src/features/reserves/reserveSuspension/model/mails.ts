import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

const shared = {
  to: [ContactType.FinancialContact, ContactType.GeneralPartner, 'submitter'].map(String),
  cc: [ContactType.PrimaryContact, 'reviewer'].map(String),
  placeholders: [
    { name: 'number', label: 'Number of the request' },
    { name: 'about', label: 'Property' },
    { name: 'perUnit', label: 'Balance per unit' },
    { name: 'threshold', label: 'Balance per unit that must remain' },
    { name: 'through', label: 'Last month without deposit' },
    { name: 'from', label: 'First month with deposits again' },
    { name: 'link', label: 'Address of the request' },
  ],
  parts: mailParts('submitter', 'reviewer'),
}
const link = 'Open the request: {{link}}'

/**
 * The mails about a suspension after its decision. They go to the people who also receive decisions about
 * reserves (domain 12.1, 39.1).
 */
export const suspensionMails = [
  {
    ...shared,
    event: 'suspension.thresholdBroken',
    label: 'Suspension: threshold broken',
    subject: '{{number}}, {{about}}: threshold broken',
    body: `The reserve of {{about}} holds {{perUnit}} per unit; {{threshold}} must remain. Monthly deposits have to be reinstated. The agency will send an amendment to sign.\n\n${link}`,
  },
  {
    ...shared,
    event: 'suspension.kept',
    label: 'Suspension goes on',
    subject: '{{number}}, {{about}}: deposits stay suspended',
    body: `The reserve of {{about}} holds {{perUnit}} per unit, no less than the {{threshold}} that must remain. Monthly deposits stay suspended through {{through}}.\n\n${link}`,
  },
  {
    ...shared,
    event: 'suspension.signature',
    label: 'Suspension: amendment to sign',
    subject: '{{number}}, {{about}}: amendment to sign',
    body: `The amendment that reinstates the monthly deposits of {{about}} is with the request. Please sign it and attach it there.\n\n${link}`,
  },
  {
    ...shared,
    event: 'suspension.reinstated',
    label: 'Deposits reinstated',
    subject: '{{number}}, {{about}}: deposits reinstated',
    body: `Monthly deposits to the replacement reserve of {{about}} fall due again from {{from}}.\n\n${link}`,
  },
] as const satisfies readonly DeclaredMail[]

export type SuspensionMailEvent = (typeof suspensionMails)[number]['event']
