import { addContactTypes, type DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'

/**
 * The mail about an ineligible transfer. It contains only a link: neither the topic nor the household nor the
 * property (domain 39.1).
 */
export const ineligibleMail = {
  event: 'occupancy.look',
  label: 'Occupancy: something to look at',
  subject: 'Something waits for you in the portal',
  body: 'Please sign in and open: {{link}}',
  to: [String(ContactType.PrimaryContact)],
  cc: [],
  placeholders: [{ name: 'link', label: 'Address of the list' }],
  parts: addContactTypes({}),
} as const satisfies DeclaredMail
