import { z } from 'zod'
import { Contact } from '#core/portfolio/properties/model/index.ts'
import { flag, id } from '#kernel/model/field.ts'
import { ContactValues } from './values.ts'

/** A contact of a property or company, by type. */
export const contactLine = Contact.row.extend({
  contactTypeId: z.int(),
  /** The id of the row that links the person to the property or to the company. */
  linkId: z.int(),
  leadReferralAgency: z.boolean(),
  /** The number of properties that name this person, including this one. */
  properties: z.int(),
})

/** A contact as sent by an agency user who sets contacts directly, without a change request. */
export const contactInput = ContactValues.partial().extend({
  linkId: id('Entry').optional(),
  contactId: id('Contact').optional(),
  contactTypeId: z.int().min(1).max(8).meta({ label: 'Contact type', kind: 'choice' }),
  everywhere: flag('Everywhere this person is named').optional(),
})
export type ContactInput = z.infer<typeof contactInput>
