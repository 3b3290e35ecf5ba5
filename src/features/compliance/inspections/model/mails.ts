import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

/** The contacts of a property to whom letters and mails about inspections go, the first one first. */
export const inspectionContacts = [ContactType.ComplianceContact, ContactType.GeneralPartner] as const
const owners = inspectionContacts.map(String)
const placeholders = [
  { name: 'number', label: 'Number of the inspection' },
  { name: 'property', label: 'Name of the property' },
  { name: 'day', label: 'Day of the visit' },
  { name: 'inspector', label: 'Name of the inspector' },
  { name: 'letter', label: 'What the letter is' },
  { name: 'due', label: 'By when an answer is due' },
  { name: 'findings', label: 'Findings that wait for the owner, one a line' },
  { name: 'link', label: 'Address of the inspection' },
]
/** The recipients that a mail can name: the contacts of the property and the inspector. */
const parts = addContactTypes({ inspector: 'The inspector' })

const mail = (event: string, label: string, subject: string, body: string, to = owners, cc = ['inspector']) =>
  ({ event, label, subject, body, to, cc, placeholders, parts }) satisfies DeclaredMail

/**
 * The mails about an inspection. Owners receive them, with a copy to the inspector, unless stated otherwise.
 */
export const noticeMail = mail(
  'inspection.notice',
  'Inspection: notice of the visit',
  '{{property}}: inspection on {{day}}',
  'The agency will visit {{property}} on {{day}}. Inspector: {{inspector}}.\n\nThe notice is posted in the portal: {{link}}',
)
export const urgentMail = mail(
  'inspection.urgent',
  'Inspection: the owner is told of urgent findings',
  '{{number}}, {{property}}: urgent findings to cure by {{due}}',
  'The visit of {{property}} on {{day}} found what cannot wait for the report. Cure it by {{due}}:\n\n{{findings}}\n\nAnswer with photos: {{link}}',
)
export const reportMail = mail(
  'inspection.report',
  'Inspection: the report is issued',
  '{{number}}, {{property}}: report of the inspection of {{day}}',
  'The report of the inspection of {{property}} on {{day}} is posted in the portal. The time to cure ends on {{due}}.\n\nSee and answer what was found: {{link}}',
)
export const letterMail = mail(
  'inspection.letter',
  'Inspection: a letter is posted',
  '{{number}}, {{property}}: {{letter}}',
  'A letter about the inspection of {{property}} is posted in the portal: {{letter}}.\n\nPlease answer by {{due}}.\n\n{{link}}',
)
export const reminderMail = mail(
  'inspection.reminder',
  'Inspection: the owner is reminded of findings',
  '{{number}}, {{property}}: findings that wait for your answer',
  'These findings of the inspection of {{property}} on {{day}} wait for your answer:\n\n{{findings}}\n\nAnswer them with photos: {{link}}',
)
export const formMail = mail(
  'inspection.8823',
  'Inspection: Form 8823 is filed',
  '{{number}}, {{property}}: Form 8823 was filed',
  'The agency has filed Form 8823 for {{property}}: {{letter}}.\n\n{{link}}',
  [...owners, String(ContactType.LimitedPartner)],
)
export const inspectorMail = mail(
  'inspection.inspector',
  'Inspection: it is the inspector’s',
  '{{number}}, {{property}}: your inspection {{day}}',
  '{{property}} is yours to inspect {{day}}.\n\nEverything about it: {{link}}',
  ['inspector'],
  [],
)
export const inspectionMails = [
  noticeMail,
  urgentMail,
  reportMail,
  letterMail,
  reminderMail,
  formMail,
  inspectorMail,
]
