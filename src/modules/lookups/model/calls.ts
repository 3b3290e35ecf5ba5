import { z } from 'zod'
import { agency, anyone, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller, fixedList } from '#kernel/model/controller.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { County, FederalType, Region, RoomType } from './entities.ts'
import { propertyStatusLabels } from './terms.ts'

const agencyEdits = { read: signedIn, write: agency('admin') } as const

export const counties = controller(County, { path: '/api/County', ...agencyEdits })
export const federalTypes = controller(FederalType, { path: '/api/FederalType', ...agencyEdits })
export const roomTypes = controller(RoomType, { path: '/api/RoomType', ...agencyEdits })
export const regions = controller(Region, { path: '/api/Region', ...agencyEdits })
export const lookupControllers = [regions, counties, federalTypes, roomTypes]

const labelRows = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ id: Number(value), name: label }))
const labelRow = z.object({ id: z.int(), name: z.string() })

/** Status lists for dropdowns; their values are the specification's (ST-04, ST-10…ST-16). */
export const statuses = fixedList({
  path: '/api/Status',
  label: 'Request status',
  key: 'id',
  rows: labelRows(requestStatusLabels),
  row: labelRow,
  access: signedIn,
})
export const propertyStatuses = fixedList({
  path: '/api/PropertyStatus',
  label: 'Property status',
  key: 'id',
  rows: labelRows(propertyStatusLabels),
  row: labelRow,
  access: signedIn,
})

/** A row of /GridSample: one field of every kind a column may have. */
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

/** Answered as the fixed list of `server/sampleData.ts`. */
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
  summary: 'Whether a ZIP code lies in the state',
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
  summary: 'Whether city, county and ZIP code fit together; names what does not',
  query: z.object({
    city: z.string().max(100).optional(),
    county: z.string().max(100).optional(),
    zip: z.string().max(10).optional(),
  }),
  answer: z.object({ fits: z.boolean(), faults: z.array(z.object({ field: z.string(), message: z.string() })) }),
})

export const getAgency = call({
  method: 'GET',
  path: '/api/Agency',
  access: anyone,
  answer: z.object({ shortName: z.string(), name: z.string(), addressLines: z.array(z.string()), zone: z.string() }),
  summary: 'The agency that runs this portal, as letters and labels name it',
})
