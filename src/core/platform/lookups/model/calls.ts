import { z } from 'zod'
import { agency, anyone, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { County, FederalType, Region, RentType, RoomType } from './entities.ts'
import { createLabelList } from './fixedList.ts'
import {
  contactTypeLabels,
  numberLabels,
  participationLenders,
  propertyStatusLabels,
  quarterLabels,
} from './terms.ts'

const agencyEdits = { read: signedIn, write: agency('admin') } as const

export const counties = controller(County, { path: '/api/County', ...agencyEdits })
export const federalTypes = controller(FederalType, { path: '/api/FederalType', ...agencyEdits })
export const roomTypes = controller(RoomType, { path: '/api/RoomType', ...agencyEdits })
export const rentTypes = controller(RentType, { path: '/api/RentType', ...agencyEdits })
export const regions = controller(Region, { path: '/api/Region', ...agencyEdits })
export const lookupControllers = [regions, counties, federalTypes, roomTypes, rentTypes]

/** Lists for dropdowns. The specification fixes their values (ST-04, ST-10…ST-16, CON-01). */
export const labelLists = [
  createLabelList('/api/Status', 'Request status', requestStatusLabels),
  createLabelList('/api/PropertyStatus', 'Property status', propertyStatusLabels),
  createLabelList('/api/ContactType', 'Contact type', contactTypeLabels),
  createLabelList('/api/Quarter', 'Quarter', quarterLabels),
  createLabelList(
    '/api/ParticipationLoanLender',
    'Lender of participation loans',
    numberLabels(participationLenders),
  ),
]

const countyWithRegion = County.row.extend({ regionName: z.string().nullable() })

export const getCountyWithRegion = call({
  method: 'GET',
  path: '/api/County/GetCountyWithRegion/:countyId',
  access: signedIn,
  params: z.object({ countyId: id('County') }),
  answer: countyWithRegion,
  summary: 'A county with the name of its region',
})
/** The body is an array of county ids, or an object with it as `countyIds`. */
export const getCountyNames = call({
  method: 'POST',
  path: '/api/County/GetCountyNames',
  access: signedIn,
  body: z.union([z.array(id('County')).max(1000), z.object({ countyIds: z.array(id('County')).max(1000) })]),
  answer: z.array(z.object({ countyId: z.int(), name: z.string() })),
  summary: 'Names of counties by id, in the order asked; unknown ids are left out',
})

/** A row of /GridSample, with one field of every kind that a column may have. */
export const SampleRow = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  units: z.int(),
  status: z.string(),
  opened: z.string(),
  changed: z.string(),
  amount: z.number(),
  active: z.boolean(),
  remark: z.string().nullable(),
})
export type SampleRow = z.infer<typeof SampleRow>

/** The sample data is served as the fixed list of `server/sampleData.ts`. */
export const getSampleData = call({
  method: 'GET',
  path: '/api/SampleData',
  access: anyone,
  answer: z.array(SampleRow),
  summary: 'Sample data: every value',
})

const zipParams = z.object({ zip: z.string().min(1).max(10).meta({ label: 'ZIP code', kind: 'zip' }) })
const place = z.object({
  zip: z.string(),
  city: z.string().nullable(),
  countyId: z.int(),
  countyName: z.string(),
  isPrimary: z.boolean(),
})

export const checkZip = call({
  method: 'GET',
  path: '/api/Location/CheckZip/:zip',
  access: signedIn,
  params: zipParams,
  answer: z.boolean(),
  summary: 'Whether a ZIP code is in the state',
})
export const getByZip = call({
  method: 'GET',
  path: '/api/Location/GetByZip/:zip',
  access: signedIn,
  params: zipParams,
  answer: z.array(place),
  summary: 'City and counties of a ZIP code, main county first',
})
export const checkLocation = call({
  method: 'GET',
  path: '/api/Location/CheckLocation',
  access: signedIn,
  summary: 'Whether city, county and ZIP code match, and what does not',
  query: z.object({
    city: z.string().max(100).optional(),
    county: z.string().max(100).optional(),
    zip: z.string().max(10).optional(),
  }),
  answer: z.object({
    fits: z.boolean(),
    faults: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
})

export const getAgency = call({
  method: 'GET',
  path: '/api/Agency',
  access: anyone,
  answer: z.object({
    shortName: z.string(),
    name: z.string(),
    addressLines: z.array(z.string()),
    state: z.string(),
    zone: z.string(),
  }),
  summary: 'The agency that runs this portal, as letters and labels name it',
})
