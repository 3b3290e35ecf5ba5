import { z } from 'zod'
import { agency, company, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { VAWAReader, VAWARequest } from './entities.ts'

const path = '/api/VAWARequest'
const read = permission('Occupancy', 'read')
const write = permission('Occupancy', 'write')

/** The records of requests. People without the right get none. */
export const vawaRequests = controller(VAWARequest, { path, read, write })
/**
 * The people with the right, which two administrators give. A company's primary users can remove it from
 * their people.
 */
export const vawaReaders = controller(VAWAReader, {
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

const requestLine = VAWARequest.row.extend({
  propertyName: z.string(),
  periodDate: z.string(),
  /** The number of days from the request to its resolution. */
  days: z.int().nullable(),
})
export type VawaLine = z.infer<typeof requestLine>

export const getOccupancyRequests = call({
  method: 'GET',
  path: `${path}/GetOccupancyRequests/:id`,
  access: read,
  params: z.object({ id: id('Month') }),
  answer: z.object({ mayRead: z.boolean(), rows: z.array(requestLine) }),
  summary: 'VAWA: the requests of a month of occupancy, only for people with the right',
})

export const getList = call({
  method: 'GET',
  path: `${path}/GetList`,
  access: read,
  answer: z.object({
    mayRead: z.boolean(),
    rows: z.array(requestLine),
    readers: z.array(VAWAReader.row.extend({ name: z.string(), mayConfirm: z.boolean() })),
    /**
     * The people whom the caller may propose; null if the caller may neither propose anyone nor remove the
     * right.
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
