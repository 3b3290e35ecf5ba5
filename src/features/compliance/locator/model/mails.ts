import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

/** The mail that asks the company to confirm a listing that was not confirmed for a long time. */
export const staleMail = {
  event: 'listing.stale',
  label: 'Housing locator: the listing is to be confirmed',
  subject: '{{number}}, {{property}}: please confirm your listing',
  body: 'Please confirm that what the housing locator shows is still right, or change it:\n\n{{listings}}\n\n{{agency}}',
  to: [String(ContactType.PrimaryContact)],
  cc: [],
  placeholders: [
    { name: 'number', label: 'Number of the listing; of several, how many' },
    { name: 'property', label: 'Name of the property; of several, of the first' },
    { name: 'confirmed', label: 'When it was confirmed last' },
    { name: 'link', label: 'Address of the listing; of several, of all' },
    { name: 'listings', label: 'Each listing, when it was confirmed last, and its address' },
    { name: 'agency', label: 'Name of the agency' },
  ],
  parts: addContactTypes({}),
} as const satisfies DeclaredMail
