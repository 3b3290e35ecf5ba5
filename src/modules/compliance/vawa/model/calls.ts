import { z } from 'zod'
import { agency, company, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { VAWAReader, VAWARequest } from './entities.ts'

const path = '/api/VAWARequest'
const read = permission('Occupancy', 'read')
const write = permission('Occupancy', 'write')

/** Requests; who was not given the right finds none. */
export const requests = controller(VAWARequest, { path, read, write })
/**
 * Who was given the right, by two administrators; a company's primary users take it away from their people.
 */
export const readers = controller(VAWAReader, {
  path: '/api/VAWAReader',
  read: company('read'),
  write: company('write', 'admin'),
})

export const confirmReader = call({
  method: 'POST',
  path: '/api/VAWAReader/Confirm/:id',
  access: agency('admin'),
  params: z.object({ id: id('Reader') }),
  answer: VAWAReader.row,
  summary: 'VAWA: confirm as the second administrator that a person may read the requests',
})

const line = VAWARequest.row.extend({
  propertyName: z.string(),
  periodDate: z.string(),
  /** Days from the request to its resolution. */
  days: z.int().nullable(),
})
export type VawaLine = z.infer<typeof line>

export const getOccupancyRequests = call({
  method: 'GET',
  path: `${path}/GetOccupancyRequests/:id`,
  access: read,
  params: z.object({ id: id('Month') }),
  answer: z.object({ mayRead: z.boolean(), rows: z.array(line) }),
  summary: 'VAWA: the requests of a month of occupancy, only for people with the right',
})

export const getList = call({
  method: 'GET',
  path: `${path}/GetList`,
  access: read,
  answer: z.object({
    mayRead: z.boolean(),
    rows: z.array(line),
    readers: z.array(VAWAReader.row.extend({ name: z.string(), mayConfirm: z.boolean() })),
    /**
     * Whom the caller may propose; null where the caller may neither propose anybody nor take the right away.
     */
    people: z
      .array(z.object({ userId: z.int(), name: z.string(), managementCompanyId: z.int().nullable() }))
      .nullable(),
  }),
  summary: 'VAWA: all requests for people with the right, and the people who have it',
})

export const getNotReviewedCount = call({
  method: 'GET',
  path: `${path}/GetNotReviewedCount`,
  access: agency('read'),
  answer: z.int(),
  summary: 'VAWA: the number of requests the agency has not reviewed; 0 for people without the right',
})

export const changeStatus = call({
  method: 'POST',
  path: `${path}/ChangeStatus`,
  access: agency('write'),
  body: z.object({
    id: id('Request'),
    statusId: z.int().min(1).max(4),
    version: z.int().nullable().optional(),
  }),
  answer: VAWARequest.row,
  summary: 'VAWA: reviewed 2, closed 3, transfer ineligible 4',
})

export const sendIneligibleTransferEmail = call({
  method: 'POST',
  path: `${path}/SendIneligibleTransferEmail/:requestId/:propertyId`,
  access: agency('write'),
  params: z.object({ requestId: id('Request'), propertyId: id('Property') }),
  answer: z.boolean(),
  summary:
    'VAWA: mail the primary contact of the property only a link to the message that the transfer is not eligible',
})
