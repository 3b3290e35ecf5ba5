import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { mailParts } from '#engines/review/model/index.ts'

export const OVER_INCOME = 'averageIncome.overIncome'

/** The email about the next-available-unit rule, sent once when a household is found to be over income. */
export const averageIncomeMails = [
  {
    event: OVER_INCOME,
    label: 'Average income: household over income',
    to: ['companyAdmins', String(ContactType.ComplianceContact)],
    cc: [String(ContactType.PrimaryContact)],
    parts: mailParts('companyAdmins'),
    placeholders: [
      { name: 'about', label: 'Property' },
      { name: 'units', label: 'Units whose household is over income' },
      { name: 'link', label: 'Address of the designations' },
    ],
    subject: '{{about}}: rent the next available unit to a qualifying household',
    body: 'At {{about}} the income of a household is above what its unit allows: {{units}}.\n\nThe next available unit of its size or smaller is to be rented to a qualifying household. Enter it with the designations once it is: {{link}}',
  },
] as const satisfies readonly DeclaredMail[]
