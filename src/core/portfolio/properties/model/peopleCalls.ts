import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { flag, id } from '#kernel/model/field.ts'
import { byProperty, getPropertyRead, idInPathOrQuery, path } from './declare.ts'
import { Contact } from './entities.ts'

const contact = Contact.row.nullable()
export const getPrimaryContact = getPropertyRead(
  'GetPrimaryContact',
  contact,
  'The primary contact; null without one',
)
export const getLraContact = getPropertyRead(
  'GetLRAContact',
  contact,
  'The lead referral agency’s contact; null if there is none',
)
export const updateLraContact = call({
  method: 'POST',
  path: `${path}/UpdateLRAContact/:propertyId`,
  access: agency('write'),
  params: byProperty,
  body: Contact.input,
  answer: Contact.row,
  summary: 'Make a contact the property’s lead referral agency; with contactId 0 a new one',
})
export const getOwner = getPropertyRead(
  'GetOwner',
  z.object({ ownerName: z.string().nullable(), ownerManaged: z.boolean(), contact }),
  'The owner with its general partner',
)
export const getBillingAddress = getPropertyRead(
  'GetBillingAddress',
  z.string().nullable(),
  'Where bills go: the property’s billing address, else its company’s address',
)

/**
 * The assignment of a user to a property. It lets the user see the property, and a main user do everything
 * there. Administrators assign users, as they give permissions (PER-18).
 */
const userProject = z.object({
  userPropertyId: z.int(),
  userId: z.int(),
  propertyId: z.int(),
  isMain: z.boolean(),
})
export const createUserProjects = call({
  method: 'POST',
  path: `${path}/CreateUserProjects`,
  access: agency('admin'),
  body: z.object({
    userId: id('User'),
    propertyIds: z.array(id('Property')).min(1, 'Choose a property.').max(20_000),
    isMain: flag('Main property').optional(),
  }),
  answer: z.array(userProject),
  summary: 'Assign a person to properties; returns all properties of the person',
})
export const deleteUserProject = call({
  method: 'DELETE',
  path: `${path}/DeleteUserProject/:id`,
  aliases: [`${path}/DeleteUserProject`],
  access: agency('admin'),
  ...idInPathOrQuery,
  answer: z.boolean(),
  summary: 'Unassign a person from a property; permission entries are removed separately',
})

const removed = z.object({ removed: z.int() })
const admin = agency('admin')
// The two calls below are GETs in the specification although they change data.
export const removeProjectPermissions = {
  ...getPropertyRead(
    'RemoveProjectPermissions',
    removed,
    'Remove every permission entry on a property',
    admin,
  ),
  changes: true,
}
/** The misspelled name is the specification's. */
export const removeProjectContacs = {
  ...getPropertyRead('RemoveProjectContacs', removed, 'Remove all contacts of a property', admin),
  changes: true,
}
