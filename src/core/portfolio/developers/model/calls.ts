import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { Developer } from './entities.ts'

const path = '/api/Developer'
const byDeveloper = z.object({ developerId: id('Developer') })

export const developers = controller(Developer, { path, read: agency('read'), write: agency('write') })

export const getDeveloperOfProperty = call({
  method: 'GET',
  path: `${path}/GetByPropertyId/:propertyId`,
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: Developer.row.nullable(),
  summary: 'The current developer of a property; null if it has none',
})

const propertyLine = z.object({
  propertyDeveloperId: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  status: z.int(),
  totalUnits: z.int(),
  fromDate: z.string(),
  toDate: z.string().nullable(),
})
export type DeveloperProperty = z.infer<typeof propertyLine>

export const getPropertiesOfDeveloper = call({
  method: 'GET',
  path: `${path}/GetProperties/:developerId`,
  access: agency('read'),
  params: byDeveloper,
  answer: z.array(propertyLine),
  summary: 'The properties of a developer, present ones first',
})

export const searchDevelopers = call({
  method: 'GET',
  path: `${path}/Search/:text`,
  access: agency('read'),
  params: z.object({
    text: z.string().trim().min(1).max(200).meta({ label: 'Search', kind: 'text', maxLength: 200 }),
  }),
  answer: z.array(Developer.row),
  summary: 'Active developers by name, tolerating typing errors, best match first',
})

export const updatePropertyDeveloper = call({
  method: 'PUT',
  path: `${path}/UpdatePropertyDeveloper/:propertyId/:developerId`,
  aliases: [`${path}/UpdatePropertyDeveloper/:propertyId`],
  access: agency('write'),
  params: z.object({ propertyId: id('Property'), developerId: id('Developer').optional() }),
  answer: Developer.row.nullable(),
  summary: 'Set the developer of a property from today on, or remove it (CAL-20)',
})

export const removePropertyDeveloper = call({
  method: 'PUT',
  path: `${path}/RemoveDeveloper/:id`,
  access: agency('write'),
  params: z.object({ id: id('Property') }),
  answer: z.boolean(),
  summary: 'Remove the developer of a property, by the id of the property',
})

const listLine = Developer.row
  .pick({
    developerId: true,
    name: true,
    contactName: true,
    city: true,
    state: true,
    phone: true,
    email: true,
    active: true,
  })
  .extend({ propertyCount: z.int(), unitCount: z.int() })
export type DeveloperLine = z.infer<typeof listLine>

export const getDeveloperList = call({
  method: 'GET',
  path: `${path}/GetList`,
  access: agency('read'),
  answer: z.array(listLine),
  summary: 'Every developer with its present properties and units',
})

const propertyWithoutDeveloperLine = propertyLine
  .omit({ propertyDeveloperId: true, fromDate: true, toDate: true })
  .extend({
    managementCompanyName: z.string().nullable(),
  })
export type PropertyWithoutDeveloper = z.infer<typeof propertyWithoutDeveloperLine>

export const getPropertiesWithoutDeveloper = call({
  method: 'GET',
  path: `${path}/GetPropertiesWithout`,
  access: agency('read'),
  answer: z.array(propertyWithoutDeveloperLine),
  summary: 'Properties without a developer',
})

const developerHistoryLine = historyLine.extend({
  /** The property the developer was named for or removed from; null for changes of the developer itself. */
  propertyName: z.string().nullable(),
})
export type DeveloperHistoryLine = z.infer<typeof developerHistoryLine>

export const getDeveloperHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:developerId`,
  access: agency('read'),
  params: byDeveloper,
  answer: z.array(developerHistoryLine),
  summary: 'Changes of a developer and its properties, newest first',
})
