import { z } from 'zod'
import { Contact } from '#core/portfolio/properties/model/index.ts'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { contactInput, contactLine } from './shapes.ts'
import { ContactValues } from './values.ts'

const path = '/api/Contact'
const byProperty = z.object({ propertyId: id('Property') })
const contactType = z.int().min(1).max(8).meta({ label: 'Contact type', kind: 'choice' })

export const contacts = controller(Contact, { path, read: signedIn, write: agency('write') })
const letterNames = {
  conName: z.string(),
  conAddress1: z.string().nullable(),
  conAddress2: z.string().nullable(),
  conCity: z.string().nullable(),
  conState: z.string().nullable(),
  conZip: z.string().nullable(),
}

// Companies may read only their own contacts and those of their properties, so these two reads are declared
// in addition to the controller, whose handlers for them are not used.
export const getContacts = call({
  method: 'GET',
  path,
  access: signedIn,
  answer: z.array(Contact.row),
  summary: 'All contacts; for companies, their own and those of their properties',
})
export const getContact = call({
  method: 'GET',
  path: `${path}/:id`,
  access: signedIn,
  params: z.object({ id: id('Contact') }),
  answer: Contact.row.extend(letterNames),
  summary: 'One contact, also by the names letters use (SHP-13)',
})

export const getByProject = call({
  method: 'GET',
  path: `${path}/GetByProjectId/:propertyId`,
  access: signedIn,
  params: byProperty,
  answer: z.array(contactLine),
  summary: 'The contacts of a property by type',
})
export const getByCompany = call({
  method: 'GET',
  path: `${path}/GetByManagementCompanyId/:managementCompanyId`,
  access: signedIn,
  params: z.object({ managementCompanyId: id('Management company') }),
  answer: z.array(contactLine.extend({ managementCompanyId: z.int(), companyName: z.string() })),
  summary: 'The contacts of a management company by type; 0 for every company in scope',
})
export const getByContactType = call({
  method: 'GET',
  path: `${path}/GetByContactType/:propertyId/:contactTypeId`,
  access: signedIn,
  params: byProperty.extend({ contactTypeId: contactType }),
  answer: z.array(contactLine),
  summary: 'The contacts of one type of a property',
})
export const saveProjectContacts = call({
  method: 'POST',
  path: `${path}/SaveProjectContacts/:propertyId`,
  access: agency('write'),
  params: byProperty,
  body: z.array(contactInput).max(200),
  answer: z.array(contactLine),
  summary:
    'Set the contacts of a property directly; contacts that are not sent are removed from the property',
})

export const getContactHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:propertyId`,
  access: signedIn,
  params: byProperty,
  answer: z.array(historyLine),
  summary: 'Changes of the contacts of a property; details of persons only for the agency',
})

export const getDirectory = call({
  method: 'GET',
  path: `${path}/GetDirectory`,
  access: signedIn,
  answer: z.array(
    Contact.row.extend({ contactTypeIds: z.array(z.int()), properties: z.int(), propertyName: z.string() }),
  ),
  summary: 'All contacts of properties in scope, with types and numbers of properties',
})
export const getMissing = call({
  method: 'GET',
  path: `${path}/GetMissing`,
  access: signedIn,
  answer: z.array(
    z.object({
      propertyId: z.int(),
      name: z.string(),
      companyName: z.string().nullable(),
      contactTypeIds: z.array(z.int()),
    }),
  ),
  summary: 'Properties in scope that lack a contact of some type',
})

/** A property and contact type for which a person is the contact. */
export const place = z.object({
  propertyContactId: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  contactTypeId: z.int(),
})
export const getPlaces = call({
  method: 'GET',
  path: `${path}/GetPlaces/:contactId`,
  access: agency('read'),
  params: z.object({ contactId: id('Contact') }),
  answer: z.array(place),
  summary: 'All properties and types for which a person is a contact, to preview a replacement',
})
export const replacePerson = call({
  method: 'POST',
  path: `${path}/ReplacePerson`,
  access: agency('write'),
  body: z.object({
    contactId: id('Contact'),
    propertyContactIds: z.array(id('Entry')).min(1, 'Choose where.').max(20_000),
    /** An existing contact; otherwise the values of a new one. */
    byContactId: id('Replacement').optional(),
    values: ContactValues.partial().optional(),
    retire: flag('Make the former contact inactive').optional(),
  }),
  answer: z.object({ replaced: z.int(), properties: z.int(), contactId: z.int() }),
  summary: 'Replace one person by another at the chosen properties, all or none',
})

// The specification puts these three calls under the path of contact change requests.
const requestPath = '/api/ContactChangeRequest'

export const updateCompanyContacts = call({
  method: 'POST',
  path: `${requestPath}/UpdateManagementCompanyContacts`,
  access: agency('write'),
  body: z.object({ managementCompanyId: id('Management company'), contacts: z.array(contactInput).max(200) }),
  answer: z.array(contactLine),
  summary: 'Set the contacts of a management company directly; contacts that are not sent are removed',
})

const duplicate = Contact.row.extend({ properties: z.int() })
export const getDuplicates = call({
  method: 'GET',
  path: `${requestPath}/GetDuplicateContacts`,
  access: agency('read'),
  answer: z.array(z.object({ remaining: duplicate, others: z.array(duplicate) })),
  summary: 'Duplicate contacts of the same person, to preview RemoveDuplicateContacts',
})
export const removeDuplicates = call({
  method: 'POST',
  path: `${requestPath}/RemoveDuplicateContacts`,
  access: agency('write'),
  body: z.object({
    /** The contacts that remain of the groups to merge; all groups are merged if this is left out. */
    contactIds: z.array(id('Contact')).max(20_000).optional(),
  }),
  answer: z.object({ removed: z.int() }),
  summary: 'Merge duplicate contacts of the same person; the person stays a contact everywhere',
})
