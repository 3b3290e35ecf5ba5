import { z } from 'zod'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { AverageIncomeResult, AverageIncomeTest } from './entities.ts'
import { yearShape } from './year.ts'

const path = '/api/AverageIncomeTest'
const read = permission('Occupancy', 'read')
const write = permission('Occupancy', 'write')
/** The maximum number of units of one property. */
export const MAX_UNITS = 1000

export const designations = controller(AverageIncomeTest, { path, read, write })

const answer = z.object({
  propertyId: z.int(),
  /** Whether the property has elected the average income test. */
  elected: z.boolean(),
  totalUnits: z.int().nullable(),
  unitTypes: z.array(
    z.object({ projectRoomTypeId: z.int(), name: z.string(), bedrooms: z.int(), count: z.int() }),
  ),
  limits: z.object({ mostAverage: z.number(), leastShare: z.number(), overIncome: z.number() }),
  units: z.array(AverageIncomeTest.row),
  /** The test's results after each change, newest first. */
  results: z.array(AverageIncomeResult.row.extend({ createdByName: z.string().nullable() })),
  /** The id of the newest result; 0 if nothing is stored yet. */
  version: z.int(),
})

export const getByProjectId = call({
  method: 'GET',
  path: `${path}/GetByProjectId/:projectId`,
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer,
  summary: 'The units of a property with their designations, and the result of the average income test',
})

export const saveDesignations = call({
  method: 'POST',
  path: `${path}/Save`,
  access: write,
  body: z.object({
    propertyId: id('Property'),
    /** The version that the user saw; null stores without the check. */
    version: z.int().nullable().optional(),
    units: z.array(AverageIncomeTest.input).max(MAX_UNITS),
    goneIds: z.array(id('Designation')).max(MAX_UNITS).optional(),
  }),
  answer,
  summary: 'Store designations of a property; units that are not sent stay unchanged',
})

const historyLine = z.object({
  at: z.string(),
  byName: z.string().nullable(),
  unit: z.string().nullable(),
  /** The designations in percent. Null for a market unit, or a unit that was added or removed. */
  was: z.int().nullable(),
  becomes: z.int().nullable(),
  effectiveDate: z.string().nullable(),
  reason: z.string().nullable(),
})

export const getHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:projectId`,
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer: z.array(historyLine),
  summary: 'Who designated which unit when, and from what',
})

export const getYear = call({
  method: 'GET',
  path: `${path}/GetYear/:projectId/:year`,
  access: read,
  params: z.object({ projectId: id('Property'), year: z.int().min(1).max(2200) }),
  answer: z.object({ ...yearShape, changes: z.array(historyLine) }),
  summary:
    'The yearly statement of the average income test: designations on the last day, and the changes of the year',
})
