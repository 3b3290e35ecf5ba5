import { type DeclaredMail, withContacts } from '#ground/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#ground/platform/lookups/model/index.ts'

/** Asks the company to confirm a listing that was not for a long time. */
export const staleMail = {
  event: 'listing.stale',
  label: 'Housing locator: the listing is to be confirmed',
  subject: '{{number}}, {{property}}: please confirm your listing',
  body: 'The listing of {{property}} was confirmed last on {{confirmed}}. Please confirm that it is still right, or change it.\n\nThe listing in the portal: {{link}}',
  to: [String(ContactType.PrimaryContact)],
  cc: [],
  placeholders: [
    { name: 'number', label: 'Number of the listing' },
    { name: 'property', label: 'Name of the property' },
    { name: 'confirmed', label: 'When it was confirmed last' },
    { name: 'link', label: 'Address of the listing' },
  ],
  parts: withContacts({}),
} as const satisfies DeclaredMail
