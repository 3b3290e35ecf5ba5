import { z } from 'zod'
import { agency, anyone, company, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { CompanyHistory, ManagementCompany } from './entities.ts'

const path = '/api/ManagementCompany'
const byCompany = z.object({ managementCompanyId: id('Management company') })

const generic = controller(ManagementCompany, { path, read: signedIn, write: agency('write') })
/**
 * A company that the caller may not see is answered as not found (see the policies of management_company).
 */
export const managementCompanies = {
  ...generic,
  update: {
    ...generic.update,
    access: company('write'),
    summary: 'Change a company; its primary user changes its contact details',
  },
}

export const companyByProperty = call({
  method: 'GET',
  path: `${path}/GetManagementCompanyInfoByProjectId/:propertyId`,
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: ManagementCompany.row.nullable(),
  summary: 'The company that runs a property now',
})

export const companyByUser = call({
  method: 'GET',
  path: `${path}/GetManagementCompanyInfoByUserId/:userId`,
  access: signedIn,
  params: z.object({ userId: id('User') }),
  answer: ManagementCompany.row.nullable(),
  summary: 'The company a person works for; people outside the agency can ask only about colleagues',
})

/** One line of the list of companies. */
const listLine = ManagementCompany.row
  .pick({
    managementCompanyId: true,
    name: true,
    legalName: true,
    city: true,
    state: true,
    zip: true,
    phone: true,
    email: true,
    status: true,
    defaultQuarter: true,
    aliasOf: true,
  })
  .extend({
    /** The company it was merged into. */
    aliasOfName: z.string().nullable(),
    /** Names of the companies merged into it, so that they are found by their old names. */
    aliases: z.array(z.string()),
    propertyCount: z.int(),
    unitCount: z.int(),
    userCount: z.int(),
  })
export type CompanyLine = z.infer<typeof listLine>

export const getWithPropertyCount = call({
  method: 'GET',
  path: `${path}/GetWithPropertyCount`,
  access: agency('read'),
  answer: z.array(listLine),
  summary: 'All companies with numbers of properties, units and active users',
})

export const getDefaultQuarter = call({
  method: 'GET',
  path: `${path}/GetDefaultQuarter`,
  access: signedIn,
  answer: z.int(),
  summary: 'The quarter (1 to 4) that quarterly screens show first: the company’s own, else the current one',
})

export const getCertifiedManagementCompanies = call({
  method: 'GET',
  path: `${path}/GetCertifiedManagementCompanies`,
  access: anyone,
  answer: z.array(
    ManagementCompany.row
      .pick({ name: true, city: true, state: true, phone: true })
      .extend({ certifiedSince: z.string().nullable(), expiresOn: z.string() }),
  ),
  summary: 'The companies certified today, as anybody may see them',
})

const propertyLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  status: z.int(),
  totalUnits: z.int(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
})
export type PropertyLine = z.infer<typeof propertyLine>

export const getCompanyProperties = call({
  method: 'GET',
  path: `${path}/GetProjectsByManagementCompanyId/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: z.array(propertyLine),
  summary: 'The properties in scope that a company runs now, with start dates',
})
export const getFormerProperties = call({
  method: 'GET',
  path: `${path}/GetFormerProperties/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: z.array(propertyLine),
  summary: 'The properties in scope that a company ran formerly, with dates',
})

const detail = ManagementCompany.row.extend({
  aliasOfName: z.string().nullable(),
  aliases: z.array(z.object({ managementCompanyId: z.int(), name: z.string(), mergedAt: z.string() })),
  /** Whether the caller may change all fields of the company, only its contact details, or nothing. */
  canEdit: z.enum(['all', 'contact details', 'nothing']),
})
export type CompanyDetail = z.infer<typeof detail>

export const getCompanyDetail = call({
  method: 'GET',
  path: `${path}/GetDetail/:managementCompanyId`,
  access: company('read'),
  params: byCompany,
  answer: detail,
  summary: 'A company with its aliases, and what the caller may change',
})

const contactLine = z.object({
  contactId: z.int(),
  name: z.string(),
  title: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  contactTypeIds: z.array(z.int()),
  propertyCount: z.int(),
})
export type ContactLine = z.infer<typeof contactLine>

export const getCompanyContacts = call({
  method: 'GET',
  path: `${path}/GetContacts/:managementCompanyId`,
  access: company('read'),
  params: byCompany,
  answer: z.array(contactLine),
  summary: 'Contacts of the company at the properties it runs, with the number of properties',
})

export const getCompanyHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:managementCompanyId`,
  access: company('read'),
  params: byCompany,
  answer: z.array(historyLine),
  summary: 'Changes of a company, newest first',
})

// Merging
// -----------------------------------------------------------------------------------------------------------

const moves = z.array(z.object({ label: z.string(), count: z.int() }))
/** One query parameter that carries several ids, separated by commas. */
const idList = (label: string) =>
  z
    .string()
    .max(2000)
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'Ids of people, with commas between them.')
    .meta({ label, kind: 'text' })

const mergedAdministrator = z.object({
  userId: z.int(),
  userName: z.string(),
  name: z.string(),
  /** Whether the administrator who asked for the merge confirmed that this person remains a primary user. */
  stays: z.boolean(),
})
export type MergedAdministrator = z.infer<typeof mergedAdministrator>

const mergePreview = z.object({
  into: ManagementCompany.row,
  from: ManagementCompany.row,
  moves,
  /** Warnings for the administrator. None of them prevents the merge. */
  conflicts: z.array(z.string()),
  /** The name of the administrator who asked for this merge, if it waits for a second administrator. */
  askedBy: z.string().nullable(),
  /** Primary users of the merged company. They become ordinary users, except those confirmed to remain. */
  administrators: z.array(mergedAdministrator),
})
export type MergePreview = z.infer<typeof mergePreview>

export const getMergePreview = call({
  method: 'GET',
  path: `${path}/GetMergePreview/:id/:from`,
  access: agency('admin'),
  params: z.object({ id: id('Into'), from: id('Merged company') }),
  answer: mergePreview,
  summary: 'Preview the merge of one company into another; refused if the merge would be',
})

export const dropMergeRequest = call({
  method: 'POST',
  path: `${path}/DropMergeRequest/:id/:from`,
  access: agency('admin'),
  params: z.object({ id: id('Into'), from: id('Merged company') }),
  answer: z.boolean(),
  summary: 'Take back the request for a merge that waits for a second administrator',
})

export const mergeCompanies = call({
  method: 'POST',
  path: `${path}/MergeManagementCompanies/:id`,
  access: agency('admin'),
  params: z.object({ id: id('Into') }),
  query: z.object({ administrators: idList('Stay primary users').optional() }),
  body: z
    .array(id('Merged company'))
    .min(1, 'Name the company to merge.')
    .max(20, 'At most 20 companies at a time.'),
  answer: z.object({ into: ManagementCompany.row, moves, waits: z.boolean() }),
  summary:
    'Merge the companies in the body into the one in the path, all or none; cannot be undone. Its primary users become ordinary users, but for those named in `administrators`. If the setting requires two persons, the first call waits for the same call by a second administrator',
})

// Who ran a property
// ------------------------------------------------------------------------------------------------

/** Corrections of the history of who ran a property. `ChangeCompany` gives a property to another company. */
export const companyHistory = controller(CompanyHistory, {
  path: '/api/ManagementCompanyProjectHistory',
  read: signedIn,
  write: agency('write'),
})

export const getPropertyRelatedRows = call({
  method: 'GET',
  path: '/api/ManagementCompanyProjectHistory/GetPropertyRelatedRows/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(CompanyHistory.row.extend({ managementCompanyName: z.string().nullable() })),
  summary: 'The companies that have run a property, the current one first',
})
