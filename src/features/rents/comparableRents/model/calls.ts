import { z } from 'zod'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { ComparableRent } from './entities.ts'

const path = '/api/ComparableRent'
const read = permission('Rent_Increase', 'read')
const write = permission('Rent_Increase', 'write')
/** The maximum number of comparable rents of one request. */
export const MAX_COMPARABLES = 100

export const comparableRents = controller(ComparableRent, { path, read, write })

const answer = z.object({
  rentIncreaseRequestHeaderId: z.int(),
  comparables: z.array(ComparableRent.row),
  /** Results by number of bedrooms, in dollars a month. */
  statistics: z.array(
    z.object({
      bedrooms: z.int(),
      count: z.int(),
      least: z.number(),
      average: z.number(),
      median: z.number(),
      greatest: z.number(),
      perSquareFoot: z.number().nullable(),
    }),
  ),
  /** Limits in percent of the average. */
  limits: z.object({ belowMarket: z.number(), market: z.number() }),
  /** A hash by which a save detects changes of another person. */
  version: z.string(),
})

export const getByHeaderId = call({
  method: 'GET',
  path: `${path}/GetByHeaderId/:headerId`,
  access: read,
  params: z.object({ headerId: id('Rent increase') }),
  answer,
  summary: 'The comparable rents of a rent increase, with results by bedrooms',
})

export const saveComparables = call({
  method: 'POST',
  path: `${path}/Save`,
  access: write,
  body: z.object({
    rentIncreaseRequestHeaderId: id('Rent increase'),
    comparables: z.array(ComparableRent.input).max(MAX_COMPARABLES),
    goneIds: z.array(id('Comparable rent')).max(MAX_COMPARABLES).optional(),
    /** The version that the user saw; null stores without the check. */
    version: z.string().max(64).nullable().optional(),
  }),
  answer,
  summary:
    'Store comparable rents of a rent increase: by the company in a draft, by the agency until it is decided',
})
