import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

const to = [String(ContactType.ComplianceContact), String(ContactType.PrimaryContact)]
const placeholders = [
  { name: 'number', label: 'Number of the matter' },
  { name: 'property', label: 'Name of the property' },
  { name: 'due', label: 'When the reply is due' },
  { name: 'link', label: 'Address of the matter' },
]
const shared = { to, cc: [], placeholders, parts: addContactTypes({}) }

/** The mail that asks the company for a reply. It contains nothing about the resident. */
export const sentMail = {
  ...shared,
  event: 'residents.sent',
  label: 'Resident relations: the company is asked',
  subject: '{{number}}, {{property}}: the agency asks for your reply by {{due}}',
  body: 'A resident of {{property}} has contacted the agency. Please reply by {{due}}.\n\nThe request is in the portal: {{link}}',
} as const satisfies DeclaredMail

/** The mail that reminds the company before its reply is due. */
export const reminderMail = {
  ...shared,
  event: 'residents.reminder',
  label: 'Resident relations: the reply is due',
  subject: '{{number}}, {{property}}: your reply is due {{due}}',
  body: 'The reply of the company to a matter of a resident of {{property}} is due {{due}}.\n\nReply in the portal: {{link}}',
} as const satisfies DeclaredMail
