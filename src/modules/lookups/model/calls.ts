import { z } from 'zod'
import { agency, anyone, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller, fixedList } from '#kernel/model/controller.ts'
import { propertyStatusLabels, requestStatusLabels } from '#kernel/model/status.ts'
import { County, FederalType, Region, RoomType } from './entities.ts'

const agencyEdits = { read: signedIn, write: agency('admin') } as const

export const lookupControllers = [
  controller(Region, { path: '/api/Region', ...agencyEdits }),
  controller(County, { path: '/api/County', ...agencyEdits }),
  controller(FederalType, { path: '/api/FederalType', ...agencyEdits }),
  controller(RoomType, { path: '/api/RoomType', ...agencyEdits }),
]

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

const sampleRow = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  units: z.int(),
  status: z.string(),
  opened: z.string(),
  amount: z.number(),
  active: z.boolean(),
})
/** Invented rows for /GridSample. */
const sampleRows = Array.from({ length: 3000 }, (_, index) => ({
  id: index + 1,
  name: `${['Sample', 'Example', 'Trial', '1st'][index % 4]} ${['Court', 'Manor', 'Place', 'Village', 'Gardens'][index % 5]} ${index + 1}`,
  city: ['Columbia', 'Joplin', 'Rolla', 'Sedalia', 'Hannibal', 'Kirksville'][index % 6]!,
  units: 8 + ((index * 7) % 120),
  status: ['Not Submitted', 'Submitted', 'Under Review', 'Reviewed', 'Approved', 'Rejected'][index % 6]!,
  opened: `20${String(10 + (index % 16)).padStart(2, '0')}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
  amount: Math.round(((index * 7919) % 5_000_000) + 12_345) / 100,
  active: index % 3 !== 0,
}))
export const sampleData = fixedList({
  path: '/api/SampleData',
  label: 'Sample data',
  key: 'id',
  rows: sampleRows,
  row: sampleRow,
  access: anyone,
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
