import { z } from 'zod'
import { text } from '#kernel/model/field.ts'

/** The details of a contact without its id. All are optional here because a draft may be incomplete. */
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

/** The fields of a contact, in the order in which screens show them. */
export const contactFields = Object.keys(ContactValues.shape) as ContactField[]

/** The label of each field. */
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

/** Picks the contact values from a row; missing and blank values become null. */
export const getContactValues = (row: Partial<Record<ContactField, string | null>>): ContactValues =>
  Object.fromEntries(contactFields.map((field) => [field, row[field]?.trim() || null])) as ContactValues

/** Contact values that are all null, for a new entry. */
export const noValues: ContactValues = getContactValues({})

/** Whether two texts are equal, ignoring spaces around them; null, undefined and blank are equal. */
export const isSameText = (text: string | null | undefined, other: string | null | undefined): boolean =>
  (text?.trim() || null) === (other?.trim() || null)
