import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { addDocumentNamesToSchema } from '#kernel/model/documented.ts'
import { choiceField, code, id, longText, number, ref, text, withDocumentNames } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { pageNumbers } from '#kernel/model/listQuery.ts'
import { alphabetChoices } from '#kernel/model/text.ts'
import { byProperty, getPropertyRead, path } from './declare.ts'
import { Property, PropertyRoomType } from './entities.ts'

const warning = z.object({ field: z.string(), message: z.string() })
const savedProperty = Property.row.extend({ warnings: z.array(warning) })

const generic = controller(Property, { path, read: signedIn, write: agency('write') })
/** The calls for single properties. DELETE only sets the status Deleted; no property is ever removed. */
export const projects = {
  ...generic,
  create: {
    ...generic.create,
    answer: savedProperty,
    summary: 'Create a property with status Conditional; returns warnings',
  },
  update: { ...generic.update, answer: savedProperty, summary: 'Change a property; returns warnings' },
  remove: {
    ...generic.remove,
    access: agency('admin'),
    summary: 'Mark a property as Deleted; no data is removed',
  },
}

/** A property's key data, as specified (SHP-01), with additional fields for the banner and letters. */
export const propertyInfo = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  propertyNumber: z.string(),
  status: z.int(),
  decontrolStatus: z.int().nullable(),
  /** Whether open findings block requests. */
  nonCompliant: z.boolean(),
  /** Whether the property is marked non-compliant by hand while no finding blocks requests. */
  markedNonCompliant: z.boolean(),
  ownerManaged: z.boolean(),
  resyndicatedTo: z.int(),
  resyndicatedFrom: z.int(),
  managementCompanyId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
  extendedUseDate: z.string().nullable(),
  serviceDate: z.string().nullable(),
  ait: z.boolean(),
  agencyNumber: z.string().nullable(),
  lihtC1: z.string().nullable(),
  city: z.string().nullable(),
  county: z.string().nullable(),
})

export const getProjectHeaderInfo = getPropertyRead(
  'GetProjectHeaderInfo',
  propertyInfo,
  'The data of the property banner',
)
export const getProjectInformation = getPropertyRead(
  'GetProjectInformation',
  propertyInfo,
  'Property information, for letters',
)
export const getProjectNumber = getPropertyRead(
  'GetProjectNumber',
  z.string(),
  'The number as shown (FMT-08)',
)

export const getAllProjectInformation = call({
  method: 'GET',
  path: `${path}/GetAllProjectInformation`,
  access: signedIn,
  answer: z.array(propertyInfo),
  summary: 'Property information of all properties in scope except deleted ones',
})
/** The same call with a property id, because the specification also lists it among calls with an id. */
export const getAllProjectInformationOfOne = getPropertyRead(
  'GetAllProjectInformation',
  z.array(propertyInfo),
  'Property information of one property, as a list',
)
export const getProjectsInformationByManagementCompany = call({
  method: 'GET',
  path: `${path}/GetProjectsInformationByManagementCompany/:managementCompanyId`,
  access: signedIn,
  params: z.object({ managementCompanyId: id('Management company') }),
  answer: z.array(propertyInfo),
  summary: 'Property information of the properties in scope that a company runs',
})
export const byUser = call({
  method: 'GET',
  path: `${path}/ByUser`,
  access: signedIn,
  answer: z.array(propertyInfo),
  summary: 'The properties the caller works with',
})
export const byUserId = call({
  method: 'GET',
  path: `${path}/ByUserId/:userId`,
  access: signedIn,
  params: z.object({ userId: id('User') }),
  answer: z.array(propertyInfo),
  summary: 'The properties a person works with; only the agency can ask about others',
})

/** The sort orders of the property list. */
export const listOrders = [
  'name',
  'number',
  'status',
  'city',
  'county',
  'company',
  'units',
  'service',
  'extendedUse',
] as const

const listLine = propertyInfo
  .pick({
    propertyId: true,
    propertyName: true,
    propertyNumber: true,
    status: true,
    decontrolStatus: true,
    city: true,
    county: true,
    managementCompanyId: true,
    managementCompanyName: true,
    serviceDate: true,
    extendedUseDate: true,
  })
  .extend({ totalUnits: z.int() })
export type ListLine = z.infer<typeof listLine>

const listQuery = z
  .object({
    /** Text to find in the name, a number, the town or the street. */
    search: text('Search', 200),
    statuses: withDocumentNames(
      z
        .array(code('Status', 0, 6))
        .max(7)
        .nullable()
        .meta({ label: 'Statuses', kind: 'choice' }),
      'status',
    ),
    companyId: withDocumentNames(ref('Management company', 'ManagementCompany'), 'managementCompanyId'),
    countyId: ref('County', 'County'),
    federalTypeId: ref('Federal type', 'FederalType'),
    letter: z
      .string()
      .max(8)
      .refine(
        (letter) =>
          alphabetChoices.some((alphabetChoice) => alphabetChoice.toLowerCase() === letter.toLowerCase()),
        {
          error: 'Choose #, a letter or View All.',
        },
      )
      .nullable(),
    startRow: number('First row').unwrap(),
    /** 0 means all rows (CAL-16). */
    fetchCount: number('Rows').unwrap(),
    ...pageNumbers,
    sortBy: choiceField('Sort by', listOrders).nullable(),
    descending: z.boolean(),
  })
  .partial()
export type ListQuery = z.infer<typeof listQuery>

export const getProjectListQuery = call({
  method: 'POST',
  path: `${path}/GetProjectListQuery`,
  access: signedIn,
  body: listQuery,
  answer: z.object({ rows: z.array(listLine), total: z.int() }),
  summary: 'Properties in scope; without statuses the deleted ones are left out (ST-17)',
})

const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})

/** A federal type of one property. */
export const federalTypeLine = z.object({
  federalTypeId: z.int(),
  name: z.string(),
  unitsCovered: z.int().nullable(),
  endsOn: z.string().nullable(),
})

/** Everything that the property's screen shows. */
export const propertyDetail = Property.row.extend({
  propertyNumber: z.string(),
  statusLabel: z.string(),
  countyName: z.string().nullable(),
  regionName: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  lihtcNumbers: z.array(z.string()),
  federalTypes: z.array(federalTypeLine),
  roomTypes: z.array(
    PropertyRoomType.row.extend({
      name: z.string(),
      bedrooms: z.int(),
      /** The lowest rent in force today; `highestRent` and `utilityAllowance` are the highest. */
      rent: z.number().nullable(),
      highestRent: z.number().nullable(),
      utilityAllowance: z.number().nullable(),
      effectiveDate: z.string().nullable(),
    }),
  ),
  contacts: z.array(
    z.object({
      propertyContactId: z.int(),
      contactId: z.int(),
      contactTypeId: z.int(),
      leadReferralAgency: z.boolean(),
      name: z.string(),
      company: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  /** The properties it was resyndicated to or from. */
  resyndications: z.array(
    z.object({
      propertyId: z.int(),
      propertyName: z.string(),
      direction: z.enum(['to', 'from']),
      resyndicationType: z.string(),
      resyndicatedDate: z.string().nullable(),
    }),
  ),
  warnings: z.array(warning),
  canEdit: z.boolean(),
  /** The steps of ChangeStatus; `to` is the status to send, null if the caller chooses one. */
  actions: z.array(action),
  /** The steps of UpdateDecontrolStatus. */
  decontrolActions: z.array(action),
})

export const getProjectObject = getPropertyRead(
  'GetProjectObject',
  addDocumentNamesToSchema(Property.row),
  'The property as stored',
)
export const getProjectWithInclusions = getPropertyRead(
  'GetProjectWithInclusions',
  propertyDetail,
  'The property with everything its screen shows, and the caller’s rights',
)
export const getTabCounts = getPropertyRead(
  'GetTabCounts',
  z.record(z.string(), z.int()),
  'The counts shown on the tabs of the property’s screen',
)
/** A step of a record that was filed for a property. */
export const filedStep = z.object({
  at: z.string(),
  /** The number or name of the record; `to` is the path of its screen. */
  number: z.string(),
  to: z.string(),
  /** What was done, such as "Submitted". */
  done: z.string(),
  userName: z.string().nullable(),
})
export type FiledStep = z.infer<typeof filedStep>
export const getFiledSteps = getPropertyRead(
  'GetFiledSteps',
  z.array(filedStep),
  'The latest steps of filed records of a property that the caller may read, newest first',
)
export const getHistory = getPropertyRead(
  'GetHistory',
  z.array(historyLine),
  'Changes of a property, newest first',
)

const reason = longText('Reason').optional()
const version = number('Version').optional()

export const changeStatus = call({
  method: 'POST',
  path: `${path}/ChangeStatus`,
  access: agency('write'),
  body: z.object({ propertyId: id('Property'), statusId: code('Status', 0, 6), reason, version }),
  answer: propertyDetail,
  summary: 'Change the status of a property (ST-24)',
})
export const updateDecontrolStatus = call({
  method: 'POST',
  path: `${path}/UpdateDecontrolStatus/:propertyId/:decontrolStatus`,
  access: agency('write'),
  params: byProperty.extend({ decontrolStatus: code('Decontrol status', 1, 6) }),
  body: z.object({ reason, version }),
  answer: propertyDetail,
  summary: 'Take the next step of a property’s release from control',
})
