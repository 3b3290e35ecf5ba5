import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'

export const TAKEN_BACK = 'statement.certificationTakenBack'

/**
 * The email to the certifiers of a statement when another person changes it and so withdraws their
 * certification (domain 4.12, 4.13).
 */
export const takenBackMail: DeclaredMail = {
  event: TAKEN_BACK,
  label: 'Annual financial statement: certification taken back by a change',
  subject: '{{number}}, {{about}}: please certify again',
  body: 'You had certified the {{year}} annual financial statement of {{about}}. {{by}} has changed it since: {{parts}}. Your certification was taken back.\n\nLook at the statement and certify it again: {{link}}',
  to: ['certifier'],
  cc: [],
  placeholders: [
    { name: 'number', label: 'Number of the statement' },
    { name: 'about', label: 'Property' },
    { name: 'year', label: 'Fiscal year' },
    { name: 'by', label: 'Who changed it' },
    { name: 'parts', label: 'The parts that were changed' },
    { name: 'link', label: 'Address of the statement' },
  ],
  parts: [{ name: 'certifier', label: 'Who had certified it, but for who changed it' }],
}
