import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

const shared = {
  to: [String(ContactType.GeneralPartner), String(ContactType.PrimaryContact)],
  cc: [String(ContactType.ComplianceContact)],
  placeholders: [
    { name: 'property', label: 'Name of the property' },
    { name: 'day', label: 'Day on which it takes effect' },
    { name: 'reason', label: 'Reason' },
    { name: 'obligations', label: 'What stays in force' },
    { name: 'link', label: 'Address of the property' },
  ],
  parts: addContactTypes({}),
}

/** The mails about a release from control to the owner and the company. */
export const decontrolMails = [
  {
    ...shared,
    event: 'decontrol.submitted',
    label: 'Decontrol: under way',
    subject: '{{property}}: release from control on {{day}}',
    body: 'The release of {{property}} from control is under way ({{reason}}). It is to take effect on {{day}}. Until then everything is reported and deposited as before.\n\n{{link}}',
  },
  {
    ...shared,
    event: 'decontrol.approved',
    label: 'Decontrol: approved',
    subject: '{{property}}: released from control',
    body: '{{property}} is released from control since {{day}} ({{reason}}). Reporting and reserve deposits end with the period that includes this day.\n\n{{obligations}}\n\n{{link}}',
  },
  {
    ...shared,
    event: 'decontrol.rejected',
    label: 'Decontrol: rejected',
    subject: '{{property}}: not released from control',
    body: '{{property}} is not released from control. Everything is reported and deposited as before.\n\n{{link}}',
  },
] satisfies DeclaredMail[]
