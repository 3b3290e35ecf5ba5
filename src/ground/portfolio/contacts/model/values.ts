import { z } from 'zod'
import { text } from '#kernel/model/field.ts'

/** The details of a contact other than the row itself. Lenient: a draft may be incomplete. */
export const ContactValues = z.object({
  name: text('Name', 200),
  title: text('Title', 100),
  company: text('Company', 200),
  address1: text('Address', 200),
  address2: text('Address, second line', 200),
  city: text('City', 100),
  state: text('State', 2),
  zip: text('ZIP code', 10),
  phone: text('Phone', 30),
  email: text('E-mail', 254),
})
export type ContactValues = z.infer<typeof ContactValues>
export type ContactField = keyof ContactValues

/** The fields in the order shown. */
export const contactFields = Object.keys(ContactValues.shape) as ContactField[]

/** What each field is called. */
export const contactFieldLabels: Readonly<Record<ContactField, string>> = {
  name: 'Name',
  title: 'Title',
  company: 'Company',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  email: 'E-mail',
}

/** The contact values of a larger row; missing and blank ones are empty. */
export const getContactValues = (row: Partial<Record<ContactField, string | null>>): ContactValues =>
  Object.fromEntries(contactFields.map((field) => [field, row[field]?.trim() || null])) as ContactValues

/** An entry with nothing in it. */
export const noValues: ContactValues = getContactValues({})

/** Whether two texts say the same to a reader: spaces around them and emptiness do not count. */
export const sameText = (text: string | null | undefined, other: string | null | undefined): boolean =>
  (text?.trim() || null) === (other?.trim() || null)
