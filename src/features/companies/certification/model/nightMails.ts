import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'

const shared = {
  to: ['company'],
  cc: ['analyst'],
  placeholders: [
    { name: 'number', label: 'Number of the application' },
    { name: 'about', label: 'Company' },
    { name: 'expiresOn', label: 'Last day of the certification' },
    { name: 'days', label: 'Days that are left' },
    { name: 'link', label: 'Address of the certification' },
  ],
  parts: [
    { name: 'company', label: 'The person who submitted it, and the primary users of the company' },
    { name: 'analyst', label: 'The analyst' },
  ],
}

/** The mails that the nightly job sends to companies about the end of their certification. */
export const nightMails = [
  {
    ...shared,
    event: 'certification.due',
    label: 'Certification about to expire',
    subject: '{{number}}, {{about}}: expires in {{days}}',
    body: 'The certification of {{about}} as a managing agent ends on {{expiresOn}}, in {{days}}. Apply for its renewal in time; the form comes filled with your last application.\n\nThe certification: {{link}}',
  },
  {
    ...shared,
    event: 'certification.expired',
    label: 'Certification expired',
    subject: '{{number}}, {{about}}: expired',
    body: 'The certification of {{about}} as a managing agent ended on {{expiresOn}}. The company is no longer on the public list. Apply again to be certified.\n\nThe certification: {{link}}',
  },
] as const satisfies readonly DeclaredMail[]
