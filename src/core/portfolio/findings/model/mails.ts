import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'

/**
 * The daily mail about findings: each person gets one mail about all findings opened, due and closed
 * (domain 27: one grouped mail instead of ten).
 */
export const findingsMail = {
  event: 'findings.day',
  label: 'Non-compliance: opened, due and closed',
  subject: 'Non-compliance: {{summary}}',
  body: '{{opened}}\n\n{{due}}\n\n{{closed}}\n\nSee and answer them: {{link}}',
  to: ['contacts'],
  cc: [],
  placeholders: [
    { name: 'summary', label: 'How many were opened, are due and were closed' },
    { name: 'opened', label: 'What was opened, under its heading' },
    { name: 'due', label: 'What is to be cured, under its heading' },
    { name: 'closed', label: 'What was closed, under its heading' },
    { name: 'name', label: 'Name of the person' },
    { name: 'link', label: 'Address of the list' },
  ],
  parts: [
    {
      name: 'contacts',
      label:
        'Primary and compliance contacts of the property, or the company’s administrators where there are none',
    },
  ],
} as const satisfies DeclaredMail
