import { z } from 'zod'
import { CompanyHistory } from '#core/people/companies/model/index.ts'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, id, longText, number, ref, requiredText } from '#kernel/model/field.ts'
import { federalTypeLine } from './calls.ts'
import { byProperty, getPropertyRead, idInPathOrQuery, path } from './declare.ts'
import {
  PlannedCompanyChange,
  PropertyComment,
  PropertyInspection,
  PropertyRent,
  PropertyRoomType,
} from './entities.ts'

const access = { read: signedIn, write: agency('write') } as const
const version = number('Version').optional()

export const roomTypes = controller(PropertyRoomType, { path: '/api/ProjectRoomType', ...access })
/** The calls for rents. The specification lists them under projects, so they have that path too (C12). */
export const rents = controller(PropertyRent, {
  path: '/api/PropertyRent',
  aliases: [`${path}/PropertyRent`],
  ...access,
})

const rentLine = PropertyRent.row.extend({
  roomTypeName: z.string(),
  bedrooms: z.int(),
  /** Null if the program under which the units rent is not known. */
  rentTypeName: z.string().nullable(),
  /** The number of units of the unit type. */
  count: z.int(),
  /** The number of units to which the rent applies today; null unless it is in force. */
  unitsHeld: z.int().nullable(),
  /**
   * The utility allowance that applies with the rent today: that of an allowance schedule if one is in
   * force, else the rent's own. Null unless the rent is in force.
   */
  allowanceInForce: z.number().nullable(),
  standing: z.enum(['In force', 'To come', 'Past']),
})
export const getProjectAllRents = getPropertyRead(
  'GetProjectAllRents',
  z.array(rentLine),
  'Every rent by unit type, newest first',
)
export const getProjectCurrentRents = getPropertyRead(
  'GetProjectCurrentRents',
  z.array(rentLine),
  'The rents in effect today, by unit type, rent type and class',
)
export const getCurrentGrossPotentialRent = getPropertyRead(
  'GetCurrentGrossPotentialRent',
  z.number().nullable(),
  'Gross potential rent at today’s rents in dollars a year: units × monthly rent × 12; null where no rent is known',
)
export const getGrossPotentialRent = call({
  method: 'GET',
  path: `${path}/GetGrossPotentialRent/:propertyId/:year/:quarter`,
  access: signedIn,
  params: byProperty.extend({
    year: number('Year', 1, 9999).unwrap(),
    quarter: number('Quarter', 0, 4).unwrap(),
  }),
  answer: z.number().nullable(),
  summary:
    'Gross potential rent of a quarter (0: of the year) in dollars, each month at the rents in effect on its first day; null where none is known',
})

export const getFederalTypes = getPropertyRead(
  'GetFederalTypes',
  z.array(federalTypeLine),
  'Federal types of a property',
)
export const isTaxCreditOnly = getPropertyRead(
  'IsTaxCreditOnly',
  z.boolean(),
  'Whether tax credits are the only federal types of a property',
)
export const setFederalTypes = call({
  method: 'PUT',
  path: `${path}/FederalTypes/:propertyId`,
  access: agency('write'),
  params: byProperty,
  body: z.object({
    federalTypes: z
      .array(
        z.object({
          federalTypeId: id('Federal type'),
          unitsCovered: number('Units covered', 0, 5000).optional(),
          endsOn: day('Ends on').optional(),
        }),
      )
      .max(50),
    version,
  }),
  answer: z.array(federalTypeLine),
  summary: 'Set all federal types of a property',
})
export const setLihtcNumbers = call({
  method: 'PUT',
  path: `${path}/LihtcNumbers/:propertyId`,
  access: agency('write'),
  params: byProperty,
  body: z.object({ lihtcNumbers: z.array(requiredText('LIHTC number', 30)).max(50), version }),
  answer: z.array(z.string()),
  summary: 'Set all LIHTC numbers of a property, the one to be shown first',
})

const commentLine = PropertyComment.row.extend({ createdByName: z.string().nullable() })
export const getProjectComments = getPropertyRead(
  'GetProjectComments',
  z.array(commentLine),
  'Comments, newest first',
)
const comment = requiredText('Comment', 4000)
export const createProjectComment = call({
  method: 'POST',
  path: `${path}/CreateProjectComment`,
  access: agency('write'),
  body: z.object({
    propertyId: id('Property'),
    comment,
    internalToAgency: flag('Internal to the agency').optional(),
  }),
  answer: PropertyComment.row,
  summary: 'Add a comment; an internal one is never shown to companies',
})
export const updateProjectComment = call({
  method: 'PUT',
  path: `${path}/UpdateProjectComment`,
  access: agency('write'),
  body: z.object({
    propertyCommentId: id(),
    comment,
    internalToAgency: flag('Internal to the agency').optional(),
  }),
  answer: PropertyComment.row,
  summary: 'Change a comment',
})
export const deleteProjectComment = call({
  method: 'DELETE',
  path: `${path}/DeleteProjectComment/:id`,
  aliases: [`${path}/DeleteProjectComment`],
  access: agency('write'),
  ...idInPathOrQuery,
  answer: z.boolean(),
  summary: 'Remove a comment',
})
export const getProjectInspectionComments = getPropertyRead(
  'GetProjectInspectionComments',
  z.array(PropertyInspection.row),
  'Inspections with score and comment, newest first',
)

const financialNotes = z.object({ propertyId: id('Property'), notes: longText('Notes') })
export const getFinancialNotes = getPropertyRead(
  'GetFinancialNotes',
  financialNotes,
  'The agency’s financial notes',
  agency('read'),
)
export const updateFinancialNotes = call({
  method: 'POST',
  path: `${path}/UpdateFinancialNotes`,
  access: agency('write'),
  body: financialNotes.extend({ version }),
  answer: financialNotes,
  summary: 'Change the agency’s financial notes',
})

const nearbyLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  propertyNumber: z.string(),
  status: z.int(),
  city: z.string().nullable(),
  county: z.string().nullable(),
  totalUnits: z.int(),
  latitude: z.number(),
  longitude: z.number(),
  /** The great-circle distance in miles, to a tenth. */
  distance: z.number(),
})
export type NearbyLine = z.infer<typeof nearbyLine>
export const getNearbyProperties = call({
  method: 'GET',
  path: `${path}/GetNearbyProperties/:propertyId/:miles`,
  access: signedIn,
  params: byProperty.extend({ miles: z.number().min(0).max(500).meta({ label: 'Miles', kind: 'number' }) }),
  answer: z.array(nearbyLine),
  summary: 'Properties in scope within a distance, nearest first; empty if the location is not known',
})

const companyHistoryLine = CompanyHistory.row.extend({ managementCompanyName: z.string().nullable() })
export const getCompanyHistory = getPropertyRead(
  'GetCompanyHistory',
  z.array(companyHistoryLine),
  'The companies that have run a property, the current one first',
)
const planned = PlannedCompanyChange.row.extend({ managementCompanyName: z.string().nullable() }).nullable()
export const getPlannedChange = getPropertyRead(
  'GetPlannedCompanyChange',
  planned,
  'The planned change of company, if any',
)
export const cancelPlannedChange = call({
  method: 'POST',
  path: `${path}/CancelPlannedCompanyChange`,
  access: agency('write'),
  body: z.object({ propertyId: id('Property'), version }),
  answer: planned,
  summary: 'Cancel a planned change of company',
})
export const changeCompany = call({
  method: 'POST',
  path: `${path}/ChangeCompany`,
  access: agency('write'),
  body: z.object({
    propertyId: id('Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    fromDate: day('From').unwrap(),
    version,
  }),
  answer: z.array(companyHistoryLine),
  summary:
    'Transfer a property to another company, or to none, today or on a future day; people of the former company can only read',
})
