import { z } from 'zod'
import { Contact } from '#ground/portfolio/properties/model/index.ts'
import { flag, id } from '#kernel/model/field.ts'
import { ContactValues } from './values.ts'

/** A contact of a property or company, by type. */
export const contactLine = Contact.row.extend({
  contactTypeId: z.int(),
  /** The row that names the person: of the property, or of the company. */
  linkId: z.int(),
  leadReferralAgency: z.boolean(),
  /** Properties that name this person, the one at hand among them. */
  properties: z.int(),
})

/** A contact as an agency's writer sets it directly. */
export const sentContact = ContactValues.partial().extend({
  linkId: id('Entry').optional(),
  contactId: id('Contact').optional(),
  contactTypeId: z.int().min(1).max(8).meta({ label: 'Contact type', kind: 'choice' }),
  everywhere: flag('Everywhere this person is named').optional(),
})
export type SentContact = z.infer<typeof sentContact>
